import type { JobHandler } from '../module.ts'
import { sumEndedDays } from './reading/month-sums.repository.ts'

/** Brings the monthly sums up to the last midnight; until it has run, readers use the days' own lines. */
export const sumDaysJob: JobHandler = {
  kind: 'ledger.sum-days',
  every_ms: 60 * 60_000,
  async run(_services, tx) {
    while (await sumEndedDays(tx));
  },
}
