import { randomBytes } from 'node:crypto'
import { PUSH_KINDS } from '@adtally/contract/enums.ts'
import { amountInput, because } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { approvedAct, staffVerb } from '../module.ts'
import { propose } from '../operators/index.ts'
import { factsFrom, moneyText } from '../proposal-facts.ts'
import { reasonText, wholeText } from '../verb-fields.ts'
import { categoryList, countryList, shownName } from './fields.ts'
import { publisherById } from './parties/parties.repository.ts'
import { insertPlacement } from './placements.repository.ts'
import { isPriceAllowed } from './rules.ts'

const KEY_BYTES = 15
const side = wholeText(1, 10_000)
const format = z.enum(['image', 'native', 'video'], { error: because('field_invalid') })
const price_model = z.enum(['CPM', 'CPC'], { error: because('field_invalid') })
const push = z.enum(PUSH_KINDS, { error: because('field_invalid') })

/** `create-placement`: proposes a publisher's placement with its price. */
export const createPlacementVerb = staffVerb({
  name: 'create-placement',
  summary:
    'Propose a placement: --publisher-id, --name, --format image|native|video, --width, --height, --price-model CPM|CPC, --price, --push official|non_official, --reason; rules --countries DE,FR --categories-refused gambling',
  roles: ['content', 'finance_maker'],
  proposes: 'placement.create',
  input: z.strictObject({
    publisher_id: z.uuid(),
    name: shownName,
    format,
    width: side,
    height: side,
    price_model,
    price: amountInput,
    push,
    countries: z.optional(countryList),
    categories_refused: z.optional(categoryList),
    reason: reasonText,
  }),
  run: (services, maker, { reason, price, countries, categories_refused, ...input }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      if (!(await publisherById(tx, input.publisher_id))) {
        throw new Refusal('record_not_found', { field: 'publisher_id' })
      }
      if (!isPriceAllowed(input.price_model, price)) throw new Refusal('field_invalid', { field: 'price' })
      const placement_id = newId()
      const proposed = await propose(services, tx, {
        act: placementCreateAct,
        subject_kind: 'placement',
        subject_id: placement_id,
        makes_subject: true,
        payload: {
          ...input,
          placement_id,
          key: randomBytes(KEY_BYTES).toString('base64url'),
          price_micros: price,
          countries: countries ?? [],
          categories_refused: categories_refused ?? [],
        },
        reason,
        maker,
      })
      return { placement_id: proposed.subject_id, ...proposed }
    }),
})

/** The second person's half of `create-placement`; returns the key for the publisher's page. */
export const placementCreateAct = approvedAct({
  action: 'placement.create',
  checker_roles: ['finance_checker', 'risk'],
  payload: z.strictObject({
    placement_id: z.uuid(),
    publisher_id: z.uuid(),
    key: z.string(),
    name: shownName,
    format,
    width: z.int(),
    height: z.int(),
    price_model,
    price_micros: z.string().check(z.regex(/^[1-9]\d{0,18}$/)),
    push,
    countries: z.array(z.string()),
    categories_refused: z.array(z.string()),
  }),
  facts: async (services, tx, { placement_id: _, price_micros, ...placement }) => {
    const price = moneyText(services, BigInt(price_micros))
    const publisher = await publisherById(tx, placement.publisher_id)
    return {
      says: `Make the placement ${placement.name} of ${publisher?.name ?? placement.publisher_id} at ${price} ${placement.price_model}`,
      before: {},
      after: factsFrom({ ...placement, price }),
    }
  },
  apply: async (_services, tx, { price_micros, ...placement }) => {
    const inserted = await insertPlacement(tx, {
      ...placement,
      price_micros: BigInt(price_micros),
      is_open: true,
    })
    if (!inserted) throw new Refusal('record_exists', { field: 'name' })
    return { placement_id: placement.placement_id, key: placement.key }
  },
})
