import type { Transaction } from '../../database/database.ts'
import { keepSending } from '../keep-sending.ts'
import type { Services } from '../services.ts'
import {
  freeReceiver,
  noteDelivered,
  noteFailed,
  type TakenNotice,
  takeNotice,
} from './messages.repository.ts'
import { openNoticeSecret } from './notice-signature.ts'
import { signingSecrets } from './receivers.repository.ts'
import { sendNotice, type Tried } from './send-notice.ts'

/** A receiver that says nothing keeps one of these busy; each gets one message at a time. */
const AT_ONCE_MAX = 4
const SYSTEM = { kind: 'system' } as const

/** Sends every message that is due; answers how many were taken. Failures are retried later and do not throw. */
export async function sendDueNotices(services: Services): Promise<number> {
  let taken = 0
  const sendInTurn = async () => {
    for (let tried = await sendOne(services); tried !== null; tried = await sendOne(services)) {
      if (tried.is_taken) taken += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE_MAX }, sendInTurn))
  return taken
}

/**
 * Tries to send one message, at least once: if the program ends between sending and noting it, it sends it again, with the
 * same id. Null: none is due.
 */
async function sendOne(services: Services): Promise<Tried | null> {
  const { clock, database, log, notices, settings } = services
  const found = await database.transaction(SYSTEM, async (tx) => {
    const notice = await takeNotice(tx)
    return notice && { notice, sealed: await signingSecrets(tx, notice.advertiser_id) }
  })
  if (!found) return null
  const { notice, sealed } = found
  const opened = () => sealed.map((one) => openNoticeSecret(settings.secret, one.secret_id, one.sealed))
  const tried = await sendNotice(notices.bounds, { ...notice, opened, now_ms: clock.now_ms() })
  const is_dead = await database.transaction(SYSTEM, (tx) => noteTried(tx, notice, tried))
  const { message_id, advertiser_id } = notice
  if (is_dead)
    log.warn(
      { message_id, advertiser_id },
      'gave up a notice to an advertiser; redeliver-notice sends it again',
    )
  return tried
}

async function noteTried(
  tx: Transaction,
  { message_id, advertiser_id }: TakenNotice,
  { is_taken, answer }: Tried,
): Promise<boolean> {
  let is_dead = false
  if (is_taken) await noteDelivered(tx, message_id, answer)
  else is_dead = await noteFailed(tx, message_id, answer)
  await freeReceiver(tx, advertiser_id)
  return is_dead
}

/** Sends messages as they are written; returns a function to stop, which waits for those in hand. */
export async function startSendingNotices(services: Services): Promise<() => Promise<void>> {
  return await keepSending(services.database, 'notices_messages', () =>
    sendDueNotices(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'could not read the notices to send; trying again'),
    ),
  )
}
