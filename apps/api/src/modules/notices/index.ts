import { asRole } from '../as-role.ts'
import type { JobHandler, Module } from '../module.ts'
import { startSendingNotices } from './deliver.ts'
import { deleteDelivered } from './messages.repository.ts'
import { noticeMetrics } from './metrics.ts'
import {
  listDeadNoticesVerb,
  listOwnDeadNoticesVerb,
  redeliverNoticeVerb,
  redeliverOwnNoticeVerb,
  showNoticesVerb,
  testNoticeVerb,
  testOwnNoticeVerb,
} from './notice-letters.ts'
import {
  removeNoticeUrlVerb,
  removeOwnNoticeUrlVerb,
  rotateNoticeSecretVerb,
  rotateOwnNoticeSecretVerb,
  setNoticeUrlVerb,
  setOwnNoticeUrlVerb,
} from './notice-url.ts'
import type {} from './tables.ts'
import { NOTICES_OF } from './write-notices.ts'

export { createNotices, type NoticesEngine } from './engine.ts'

const sweepJob: JobHandler = {
  kind: 'notices.sweep',
  every_ms: 24 * 60 * 60_000,
  run: async (_services, tx) => await deleteDelivered(tx),
}

/** Signed notices to advertisers: where each wants them, what is on its way there, and what was given up. */
export const noticesModule: Module = {
  name: 'notices',
  verbs: [
    setNoticeUrlVerb,
    removeNoticeUrlVerb,
    rotateNoticeSecretVerb,
    testNoticeVerb,
    listDeadNoticesVerb,
    redeliverNoticeVerb,
  ],
  partner_verbs: [
    showNoticesVerb,
    setOwnNoticeUrlVerb,
    removeOwnNoticeUrlVerb,
    rotateOwnNoticeSecretVerb,
    testOwnNoticeVerb,
    listOwnDeadNoticesVerb,
    redeliverOwnNoticeVerb,
  ],
  jobs: [sweepJob],
  subscriptions: NOTICES_OF,
  metrics: noticeMetrics,
  start: async (services) =>
    services.settings.roles.includes('worker')
      ? await startSendingNotices(asRole(services, 'worker'))
      : async () => {},
}
