import { asRole } from '../as-role.ts'
import type { JobHandler, Module } from '../module.ts'
import { archive } from './archive.ts'
import { startSending } from './deliver.ts'
import { deleteEndedDevices } from './devices.repository.ts'
import type {} from './tables.ts'
import { webPushRoutes } from './webpush.route.ts'
import { devicesOfDisabled, noticesToDevices } from './write-messages.ts'

export { carryDevice } from './carry-device.ts'
export { createWebPush, type WebPushEngine } from './engine.ts'

/** Deletes devices whose session has ended; nothing is sent to them in any case. */
const sweepJob: JobHandler = {
  kind: 'webpush.sweep',
  every_ms: 60 * 60_000,
  run: async (_services, tx) => await deleteEndedDevices(tx),
}

/** The web-push module: which devices are notified, their pending messages, and sending them. */
export const webPushModule: Module = {
  name: 'webpush',
  archive,
  routes: webPushRoutes,
  jobs: [sweepJob],
  subscriptions: [noticesToDevices, devicesOfDisabled],
  start: async (services) =>
    services.settings.roles.includes('worker')
      ? await startSending(asRole(services, 'worker'))
      : async () => {},
}
