import type { Module } from '../module.ts'
import { startupAhead } from './ahead.repository.ts'
import { archive } from './archive.ts'
import { startupExpiryJob } from './expire.job.ts'
import { startupDetailRoute, startupReceiveRoute, startupReturnRoute } from './startup.route.ts'
import type {} from './tables.ts'

export { returnStartup } from './return-startup.ts'
export { endedStartupFunds, holdEndedStartupFunds } from './startup.repository.ts'
export { STARTUP_CAUSE } from './startup-cause.ts'

/** Startup funds: a promotional advance for plans, once for each verified person, never owed. */
export const startupModule: Module = {
  name: 'startup',
  archive,
  ahead: (_services, tx, whose) => startupAhead(tx, whose),
  routes: [startupDetailRoute, startupReceiveRoute, startupReturnRoute],
  jobs: [startupExpiryJob],
}
