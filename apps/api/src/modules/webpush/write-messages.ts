import type { Language, WebPushKind } from '@adtally/contract/enums.ts'
import { isServerKey, message, type ServerKey } from '@adtally/i18n/server.ts'
import { newId } from '../../database/identifiers.ts'
import { parseInput } from '../../lib/parse-input.ts'
import { CUSTOMER_NOTICE_TOPIC, type CustomerNotice, customerNotice } from '../customer-notice.ts'
import { CUSTOMER_DISABLED_TOPIC, customerById, customerFact, SECURITY_NOTICES } from '../identity/index.ts'
import type { Subscription } from '../module.ts'
import type { Services } from '../services.ts'
import { deleteDevicesOf, wakeDevices } from './devices.repository.ts'
import { insertMessages } from './messages.repository.ts'

/** As long as letters: late news of a theft is still news. */
const NEWS_LIFE_MS = 3 * 24 * 60 * 60_000

/** Notices of money that comes, leaves, is held or is asked about; what a plan brings is no news of this kind. */
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

/** Of what a notice is news on a device; null where it is none there. */
export function kindOf(notice: string): WebPushKind | null {
  if (SECURITY_NOTICES.some((each) => each === notice)) return 'security'
  return MONEY_NOTICES.some((each) => each === notice) ? 'money' : null
}

/**
 * What a locked screen may show of a notice (docs/decisions/web-push.md): its title, which holds a number at most, and of security
 * what to do; of money nothing more than where to look.
 */
function wordsOf(
  { settings: { brand } }: Services,
  { message: notice, values }: CustomerNotice,
  kind: WebPushKind,
  language: Language,
): { title: string; content: string } {
  const say = (key: ServerKey) => message(language, key, { brand: brand.name, ...values })
  const title = keyOf(`notifications.${notice}.title`)
  const content = kind === 'security' ? keyOf(`notifications.${notice}.content`) : 'webpush.open'
  return { title: say(title), content: say(content) }
}

function keyOf(text: string): ServerKey {
  if (!isServerKey(text)) throw new Error(`The catalogue has no text ${text}`)
  return text
}

/** Writes to the customer's devices what they are told of money and security, beside the notification that they get anyway. */
export const noticesToDevices: Subscription = {
  topic: CUSTOMER_NOTICE_TOPIC,
  handle: async (services, tx, payload) => {
    const notice = parseInput(customerNotice, payload)
    const { customer_id } = notice
    const kind = kindOf(notice.message)
    if (kind === null) return
    const devices = await wakeDevices(tx, customer_id)
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

/** An account that is disabled or closed is notified nowhere. */
export const devicesOfDisabled: Subscription = {
  topic: CUSTOMER_DISABLED_TOPIC,
  handle: async (_services, tx, payload) => {
    await deleteDevicesOf(tx, parseInput(customerFact, payload).customer_id)
  },
}
