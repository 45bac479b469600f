import { because, text } from '@adtally/contract/fields.ts'
import { reasonText } from '@adtally/contract/operator/fields.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { factsFrom } from '../proposal-facts.ts'
import { currencyCode, microsText, rateInput } from './fields.ts'
import { insertReferenceRate, newestReferenceRate } from './reference-rates.repository.ts'

const asOf = z.iso.datetime({ error: because('field_invalid') })

/** The second person's half of `set-reference-rate`: they have looked at the source too. */
const referenceRateAct = approvedAct({
  action: 'reference_rate.set',
  checker_roles: ['finance_checker', 'risk'],
  payload: z.strictObject({
    rate_id: z.uuid(),
    currency: currencyCode,
    rate_micros: microsText,
    source: z.string(),
    as_of: asOf,
  }),
  facts: async (services, tx, { currency, rate_micros, source, as_of }) => {
    const newest = await newestReferenceRate(tx, currency, new Date(0))
    const rate = formatAmount(rate_micros)
    return {
      says: `Set the reference rate of ${currency} to ${rate} for 1 ${services.settings.currency}, as of ${as_of} by ${source}`,
      before: factsFrom({
        rate: newest && formatAmount(newest.rate_micros),
        as_of: newest?.as_of,
        source: newest?.source,
      }),
      after: factsFrom({ rate, as_of: new Date(as_of), source }),
    }
  },
  apply: async (_services, tx, { as_of, ...rate }, { proposal_id }) => {
    await insertReferenceRate(tx, { ...rate, as_of: new Date(as_of), proposal_id })
    return { rate_id: rate.rate_id }
  },
})

/** `set-reference-rate`: proposes what a public source says a currency is worth; offers are compared with it for a day. */
export const setReferenceRateVerb = proposalVerb({
  name: 'set-reference-rate',
  summary:
    'Propose a reference rate: --currency EUR, --rate 0.921500 (units for one of the ledger’s currency), --source "ECB reference rates", --as-of 2026-01-31T14:15:00Z, --reason',
  roles: ['finance_maker'],
  act: referenceRateAct,
  makes: 'rate_id',
  input: z.strictObject({
    currency: currencyCode,
    rate: rateInput,
    source: text(120),
    as_of: asOf,
    reason: reasonText,
  }),
  ask: async (services, _tx, { currency, rate, source, as_of, reason }) => {
    if (new Date(as_of) > services.clock.now()) throw new Refusal('field_invalid', { field: 'as_of' })
    const rate_id = newId()
    return {
      subject: { kind: 'reference_rate', id: rate_id },
      payload: { rate_id, currency, rate_micros: rate, source, as_of: new Date(as_of) },
      reason,
    }
  },
})
