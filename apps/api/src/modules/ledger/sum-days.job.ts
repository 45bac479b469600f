import type { JobHandler } from '../module.ts'
import { sumEndedDays } from './reading/month-sums.repository.ts'

/** Brings the sums of months up to the last midnight; until then the days' own lines are read. */
export const sumDaysJob: JobHandler = {
  kind: 'ledger.sum-days',
  every_ms: 60 * 60_000,
  async run(_services, tx) {
    while (await sumEndedDays(tx));
  },
}
