import { randomBytes } from 'node:crypto'
import { STANDS_ON, type StandsOn } from '@adtally/contract/enums.ts'
import { createPlacement, placementCreating } from '@adtally/contract/operator/market/catalogue.ts'
import {
  creativeKind,
  placementPush,
  priceModel,
  shownName,
} from '@adtally/contract/operator/market/catalogue-fields.ts'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import { plainUrl } from '../../lib/addresses/plain-url.ts'
import { Refusal } from '../../lib/refusal.ts'
import { canonicalZone } from '../../lib/time-zones.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { factsFrom, moneyText } from '../proposal-facts.ts'
import { publisherById } from './parties/parties.repository.ts'
import { insertPlacement } from './placements.repository.ts'
import { isHostOf, isPriceAllowed } from './rules.ts'

const KEY_BYTES = 15
const DEFAULT_ZONE = 'UTC'

/** The second person's half of `create-placement`; answers the key that the publisher's page names. */
const placementCreateAct = approvedAct(placementCreating, {
  payload: z.strictObject({
    placement_id: z.uuid(),
    publisher_id: z.uuid(),
    key: z.string(),
    name: shownName,
    format: creativeKind,
    width: z.int(),
    height: z.int(),
    price_model: priceModel,
    price_micros: z.string().check(z.regex(/^[1-9]\d{0,18}$/)),
    push: placementPush,
    stands_on: z.enum(STANDS_ON),
    hosts: z.array(z.string()),
    bundle_id: z.nullable(z.string()),
    store_url: z.nullable(z.string()),
    countries: z.array(z.string()),
    categories_refused: z.array(z.string()),
    time_zone: z.string(),
  }),
  facts: async (services, tx, { placement_id: _, price_micros, ...placement }) => {
    const price = moneyText(services, BigInt(price_micros))
    const publisher = await publisherById(tx, placement.publisher_id)
    return {
      says: `Make the placement ${placement.name} of ${publisher?.name ?? placement.publisher_id} ${whereOf(placement)} at ${price} ${placement.price_model}`,
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

/** `create-placement`: proposes a publisher's slot with its price. */
export const createPlacementVerb = proposalVerb(createPlacement, {
  act: placementCreateAct,
  makes: 'placement_id',
  ask: async (_services, tx, { reason, price, hosts, bundle_id, store_url, time_zone, ...input }) => {
    const publisher = await publisherById(tx, input.publisher_id)
    if (!publisher) throw new Refusal('record_not_found', { field: 'publisher_id' })
    if (!isPriceAllowed(input.price_model, price)) throw new Refusal('field_invalid', { field: 'price' })
    const zone = canonicalZone(time_zone ?? DEFAULT_ZONE)
    if (zone === null) throw new Refusal('time_zone_unknown', { field: 'time_zone' })
    const placement_id = newId()
    return {
      subject: { kind: 'placement', id: placement_id },
      payload: {
        ...input,
        ...standing({ hosts, bundle_id, store_url }, publisher.domain),
        placement_id,
        key: randomBytes(KEY_BYTES).toString('base64url'),
        price_micros: price,
        countries: input.countries ?? [],
        categories_refused: input.categories_refused ?? [],
        time_zone: zone,
      },
      reason,
    }
  },
})

/** Where a placement stands, by what was said of it. Throws `field_invalid`, `field_required`. */
function standing(
  said: { hosts: string[] | undefined; bundle_id: string | undefined; store_url: string | undefined },
  domain: string,
): { stands_on: StandsOn; hosts: string[]; bundle_id: string | null; store_url: string | null } {
  const { bundle_id = null, store_url = null } = said
  if (bundle_id === null && store_url === null) {
    const hosts = said.hosts ?? [domain]
    // The domain is what two people verified.
    if (!hosts.every((host) => isHostOf(domain, host))) throw new Refusal('field_invalid', { field: 'hosts' })
    return { stands_on: 'site', hosts, bundle_id, store_url }
  }
  if (said.hosts) throw new Refusal('field_invalid', { field: 'hosts' })
  if (bundle_id === null) throw new Refusal('field_required', { field: 'bundle_id' })
  if (store_url === null) throw new Refusal('field_required', { field: 'store_url' })
  if (plainUrl(store_url)?.protocol !== 'https:') throw new Refusal('field_invalid', { field: 'store_url' })
  return { stands_on: 'app', hosts: [], bundle_id, store_url }
}

function whereOf({ hosts, bundle_id }: { hosts: readonly string[]; bundle_id: string | null }): string {
  return bundle_id === null ? `on ${hosts.join(', ')}` : `in the app ${bundle_id}`
}
