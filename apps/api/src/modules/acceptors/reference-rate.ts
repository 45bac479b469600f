import {
  currencyCode,
  referenceRateSetting,
  setReferenceRate,
} from '@adtally/contract/operator/finance/acceptors.ts'
import { moment } from '@adtally/contract/operator/statement/fields.ts'
import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { factsFrom } from '../proposal-facts.ts'
import { microsText } from './fields.ts'
import { insertReferenceRate, newestReferenceRate } from './reference-rates.repository.ts'

/** The second person's half of `set-reference-rate`: they have looked at the source too. */
const referenceRateAct = approvedAct(referenceRateSetting, {
  payload: z.strictObject({
    rate_id: z.uuid(),
    currency: currencyCode,
    rate_micros: microsText,
    source: z.string(),
    as_of: moment,
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
export const setReferenceRateVerb = proposalVerb(setReferenceRate, {
  act: referenceRateAct,
  makes: 'rate_id',
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
