import type { WebPushPayload } from '@adtally/contract/service/webpush.ts'
import type { Transaction } from '../../database/database.ts'
import { keepSending } from '../keep-sending.ts'
import type { Services } from '../services.ts'
import { openSubscription } from './device-subscription.ts'
import {
  type DueDevice,
  deleteDevice,
  goOnWithDevice,
  postponeDevice,
  restDevice,
  takeDevice,
} from './devices.repository.ts'
import { type DueMessage, deleteMessage, nextMessage } from './messages.repository.ts'
import { type Sent, sendMessage } from './send-message.ts'

/** A silent push service keeps one of these busy; each device has one try at a time, with growing waits. */
const AT_ONCE_MAX = 4
const SYSTEM = { kind: 'system' } as const

/** The work of one try. */
type Turn = { device: DueDevice; message: DueMessage } | 'nothing_left' | 'idle'

/** Sends every message that is due; answers how many. Failures are retried later and do not throw. */
export async function sendDue(services: Services): Promise<number> {
  let sent = 0
  const sendInTurn = async () => {
    for (let outcome = await sendOne(services); outcome !== 'idle'; outcome = await sendOne(services)) {
      if (outcome === 'sent') sent += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE_MAX }, sendInTurn))
  return sent
}

/** Tries to send one message, at least once: if the program ends between sending and deleting, it sends again. */
async function sendOne(services: Services): Promise<'idle' | 'nothing_left' | Sent['kind']> {
  const { database, log, webpush } = services
  const turn = await database.transaction(SYSTEM, takeTurn)
  if (turn === 'idle' || turn === 'nothing_left') return turn
  const { device, message } = turn
  const { session_id, push_service, subscription_sealed } = device
  const subscription = openSubscription(services, session_id, subscription_sealed)
  const { message_id, kind, language, title, content, life_ms } = message
  const payload: WebPushPayload = { message_id, kind, language, title, content }
  const outcome = await sendMessage(webpush, subscription, payload, life_ms)
  // Logs only the host: the device's address would identify the customer's browser.
  if (outcome.kind === 'later')
    log.warn({ message_id, push_service }, 'a notification could not be sent and will be tried again')
  if (outcome.kind === 'refused')
    log.warn({ message_id, push_service }, 'a notification was refused by its push service')
  await database.transaction(SYSTEM, (tx) => noteSent(tx, session_id, message_id, outcome))
  return outcome.kind
}

async function takeTurn(tx: Transaction): Promise<Turn> {
  const device = await takeDevice(tx)
  if (!device) return 'idle'
  const { session_id } = device
  if (!device.is_live) {
    await deleteDevice(tx, session_id)
    return 'nothing_left'
  }
  const message = await nextMessage(tx, session_id)
  if (message) return { device, message }
  await restDevice(tx, session_id)
  return 'nothing_left'
}

async function noteSent(
  tx: Transaction,
  session_id: string,
  message_id: string,
  outcome: Sent,
): Promise<void> {
  switch (outcome.kind) {
    case 'gone':
      await deleteDevice(tx, session_id)
      return
    case 'later':
      await postponeDevice(tx, session_id, outcome.not_before_ms)
      return
    default:
      await deleteMessage(tx, message_id)
      await goOnWithDevice(tx, session_id, outcome.kind === 'sent')
  }
}

/** Sends messages as they are written; returns a function to stop, which waits for those in hand. */
export async function startSending(services: Services): Promise<() => Promise<void>> {
  return await keepSending(services.database, 'webpush_messages', () =>
    sendDue(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'could not read the notifications to send; trying again'),
    ),
  )
}
