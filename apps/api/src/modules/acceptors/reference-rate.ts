import { because, text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import { approvedAct, staffVerb } from '../module.ts'
import { propose, reasonText } from '../operators/index.ts'
import { Refusal } from '../refusal.ts'
import { currencyCode, microsText, rateInput } from './fields.ts'
import { insertReferenceRate } from './reference-rates.repository.ts'

const asOf = z.iso.datetime({ error: because('field_invalid') })

/** `set-reference-rate`: proposes what a public source says a currency is worth; offers are compared with it for a day. */
export const setReferenceRateVerb = staffVerb({
  name: 'set-reference-rate',
  summary:
    'Propose a reference rate: --currency EUR, --rate 0.921500 (units for one of the ledger’s currency), --source "ECB reference rates", --as-of 2026-01-31T14:15:00Z, --reason',
  roles: ['finance_maker'],
  input: z.strictObject({
    currency: currencyCode,
    rate: rateInput,
    source: text(120),
    as_of: asOf,
    reason: reasonText,
  }),
  run: ({ database, clock }, maker, { currency, rate, source, as_of, reason }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      if (new Date(as_of) > clock.now()) throw new Refusal('field_invalid', { field: 'as_of' })
      const rate_id = newId()
      return await propose(tx, {
        action: 'reference_rate.set',
        subject_kind: 'reference_rate',
        subject_id: rate_id,
        payload: { rate_id, currency, rate_micros: rate, source, as_of },
        reason,
        maker,
      })
    }),
})

/** The second person's half of `set-reference-rate`: they have looked at the source too. */
export const referenceRateAct = approvedAct({
  action: 'reference_rate.set',
  checker_roles: ['finance_checker', 'risk'],
  payload: z.strictObject({
    rate_id: z.uuid(),
    currency: currencyCode,
    rate_micros: microsText,
    source: z.string(),
    as_of: asOf,
  }),
  apply: async (_services, tx, { as_of, ...rate }, { proposal_id }) => {
    await insertReferenceRate(tx, { ...rate, as_of: new Date(as_of), proposal_id })
    return { rate_id: rate.rate_id }
  },
})
