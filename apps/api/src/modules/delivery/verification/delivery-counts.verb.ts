import * as z from 'zod/mini'
import { staffVerb } from '../../module.ts'
import { readDecisionCounts, readRefusals } from '../decisions/counters.repository.ts'

const DAY_MS = 86_400_000

/** `delivery-counts`: refusals of the last days by reason, and requests by placement and what became of them. */
export const deliveryCountsVerb = staffVerb({
  name: 'delivery-counts',
  summary: 'Events refused by reason, and requests for an advertisement by what became of them: --days 1',
  roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
  input: z.strictObject({
    days: z.optional(z.string().check(z.regex(/^([1-9]|[1-8]\d|90)$/, 'field_invalid'))),
  }),
  run: (services, _staff, { days }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const since = new Date(services.clock.now_ms() - Number(days ?? '1') * DAY_MS)
      const refused = await readRefusals(tx, since)
      const decisions = await readDecisionCounts(tx, since)
      const withText = <Row extends { count: bigint }>(row: Row) => ({ ...row, count: String(row.count) })
      return {
        since: since.toISOString(),
        refused: refused.map(withText),
        decisions: decisions.map(withText),
      }
    }),
})
