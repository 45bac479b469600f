import * as z from 'zod/mini'
import { staffVerb } from '../../module.ts'
import { readNoFills, readRefusals } from '../decisions/counters.repository.ts'

const DAY_MS = 86_400_000

/** `delivery-counts`: refusals and no-fills of the last days, by reason. */
export const deliveryCountsVerb = staffVerb({
  name: 'delivery-counts',
  summary: 'Events refused and requests not filled, by reason: --days 1',
  roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
  input: z.strictObject({
    days: z.optional(z.string().check(z.regex(/^([1-9]|[1-8]\d|90)$/, 'field_invalid'))),
  }),
  run: (services, _staff, { days }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const since = new Date(services.clock.now_ms() - Number(days ?? '1') * DAY_MS)
      const refused = await readRefusals(tx, since)
      const not_filled = await readNoFills(tx, since)
      const withText = <Row extends { count: bigint }>(row: Row) => ({ ...row, count: String(row.count) })
      return {
        since: since.toISOString(),
        refused: refused.map(withText),
        not_filled: not_filled.map(withText),
      }
    }),
})
