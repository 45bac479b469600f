import { asRole } from '../as-role.ts'
import type { Module } from '../module.ts'
import { startDelivering } from './deliver.ts'
import { mailMetrics } from './metrics.ts'
import type {} from './tables.ts'

export { openPost } from './deliver.ts'
export { isMailSetUp, type Letter, openLetter, postLetter } from './post.ts'

/** E-mail to customers: stored with the fact it reports, and sent by the worker. */
export const mailModule: Module = {
  name: 'mail',
  metrics: mailMetrics,
  start: async (services) =>
    services.settings.roles.includes('worker')
      ? await startDelivering(asRole(services, 'worker'))
      : async () => {},
}
