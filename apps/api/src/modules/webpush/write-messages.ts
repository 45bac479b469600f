import type { Language, WebPushKind } from '@adtally/contract/enums.ts'
import { isServerKey, plainMessage, type ServerKey } from '@adtally/i18n/server.ts'
import { newId } from '../../database/identifiers.ts'
import { parseInput } from '../../lib/parse-input.ts'
import { CUSTOMER_NOTICE_TOPIC, type CustomerNotice, customerNotice } from '../customer-notice.ts'
import { CUSTOMER_DISABLED_TOPIC, customerById, customerFact, SECURITY_NOTICES } from '../identity/index.ts'
import type { Subscription } from '../module.ts'
import type { Services } from '../services.ts'
import { deleteDevicesOf, wakeDevices } from './devices.repository.ts'
import { insertMessages } from './messages.repository.ts'

/** Three days, because a theft is worth knowing even late. */
const NEWS_LIFE_MS = 3 * 24 * 60 * 60_000

/** Notices of money that arrives, leaves, is held or is asked about; the results of plans are not included. */
export const MONEY_NOTICES = [
  'deposit_credited',
  'deposit_reversed',
  'exchange_completed',
  'exchange_disputed',
  'exchange_escrowed',
  'exchange_made_good',
  'exchange_paid',
  'exchange_returned',
  'hold_appeal_decided',
  'hold_documents',
  'hold_extended',
  'hold_placed',
  'hold_released',
  'withdrawal_bounced',
  'withdrawal_confirmed',
  'withdrawal_ended',
  'withdrawal_requested',
  'withdrawal_sent',
] as const

/** The kind of a notice as shown on devices; null if it is not sent to them. */
export function kindOf(notice: string): WebPushKind | null {
  if (SECURITY_NOTICES.some((each) => each === notice)) return 'security'
  return MONEY_NOTICES.some((each) => each === notice) ? 'money' : null
}

/**
 * What a lock screen may show of a notice (docs/decisions/web-push.md): its title, which has no more than a number;
 * for security also what to do, for money only where to look.
 */
function wordsOf(
  { settings: { brand } }: Services,
  { message: notice, values }: CustomerNotice,
  kind: WebPushKind,
  language: Language,
): { title: string; content: string } {
  const say = (key: ServerKey) => plainMessage(language, key, { brand: brand.name, ...values })
  const title = keyOf(`notifications.${notice}.title`)
  const content = kind === 'security' ? keyOf(`notifications.${notice}.content`) : 'webpush.open'
  return { title: say(title), content: say(content) }
}

function keyOf(text: string): ServerKey {
  if (!isServerKey(text)) throw new Error(`The catalogue has no text ${text}`)
  return text
}

/**
 * Writes security and money notices to the customer's devices, in addition to the ordinary notification; none to a device that
 * was turned on after what it tells of.
 */
export const noticesToDevices: Subscription = {
  topic: CUSTOMER_NOTICE_TOPIC,
  handle: async (services, tx, payload, published_at) => {
    const notice = parseInput(customerNotice, payload)
    const { customer_id } = notice
    const kind = kindOf(notice.message)
    if (kind === null) return
    const devices = await wakeDevices(tx, customer_id, published_at)
    if (devices.length === 0) return
    const customer = await customerById(tx, customer_id)
    const messages = devices.map((device) => {
      const language = customer?.language ?? device.language
      const words = wordsOf(services, notice, kind, language)
      return { message_id: newId(), session_id: device.session_id, customer_id, kind, language, ...words }
    })
    await insertMessages(tx, messages, NEWS_LIFE_MS)
  },
}

/** Deletes the devices of disabled or closed accounts. */
export const devicesOfDisabled: Subscription = {
  topic: CUSTOMER_DISABLED_TOPIC,
  handle: async (_services, tx, payload) => {
    await deleteDevicesOf(tx, parseInput(customerFact, payload).customer_id)
  },
}
