import { isServerKey, plainMessage, type ServerKey } from '@adtally/i18n/server.ts'
import type { Transaction } from '../../../database/database.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { CUSTOMER_NOTICE_TOPIC, customerNotice } from '../../customer-notice.ts'
import { postLetter } from '../../mail/index.ts'
import type { Subscription } from '../../module.ts'
import type { Services } from '../../services.ts'
import { type Customer, customerById } from '../customers.repository.ts'
import { deviceName } from '../sessions/device-name.ts'
import { SECURITY_NOTICES } from './tell-of-security.ts'

/** Even late, news of a theft matters. */
const NEWS_LIFE_MS = 3 * 24 * 60 * 60_000

/** A letter's words, and its link, if any. */
export interface Words {
  subject: ServerKey
  text: ServerKey
  values?: Record<string, string | number>
  link?: string
}

export type Reader = Pick<Customer, 'email' | 'language'>

/** Writes a letter if mail is set up: the words, the link on its own line, and never to tell anybody a password. */
export async function writeTo(
  services: Services,
  tx: Transaction,
  { email, language }: Reader,
  { subject, text, values = {}, link }: Words,
  life_ms: number,
): Promise<void> {
  const reads = language ?? 'en'
  const brand = services.settings.brand.name
  const say = (key: ServerKey) => plainMessage(reads, key, { brand, ...values })
  const parts = [say(text), link, say('letters.footer')].filter((part) => part !== undefined)
  const letter = { to: email, subject: say(subject), text: `${parts.join('\n\n')}\n` }
  await postLetter(services, tx, letter, life_ms)
}

/** Sends security notices also by letter, to the customer's confirmed address. */
export const securityLetters: Subscription = {
  topic: CUSTOMER_NOTICE_TOPIC,
  handle: async (services, tx, payload) => {
    const notice = parseInput(customerNotice, payload)
    if (!SECURITY_NOTICES.some((each) => each === notice.message)) return
    const subject = `notifications.${notice.message}.title`
    const text = `notifications.${notice.message}.content`
    if (!isServerKey(subject) || !isServerKey(text))
      throw new Error(`The letter has no text: ${notice.message}`)
    const customer = await customerById(tx, notice.customer_id)
    if (!customer?.email_confirmed_at) return
    await writeTo(services, tx, customer, { subject, text, values: notice.values }, NEWS_LIFE_MS)
  },
}

/** Tells a customer by letter that somebody signed in on an unknown device. */
export async function writeOfNewDevice(
  services: Services,
  tx: Transaction,
  customer: Customer,
  user_agent: string | undefined,
): Promise<void> {
  if (!customer.email_confirmed_at) return
  const device = deviceName(user_agent)
  await writeTo(
    services,
    tx,
    customer,
    {
      subject: 'letters.new_device.subject',
      text: 'letters.new_device.text',
      values: { device: device === '' ? 'unknown' : device },
    },
    NEWS_LIFE_MS,
  )
}

/** Tells the reader of an account's former address that it has changed. */
export async function writeToOldAddress(services: Services, tx: Transaction, before: Reader): Promise<void> {
  const words = { subject: 'letters.email_changed.subject', text: 'letters.email_changed.text' } as const
  await writeTo(services, tx, before, words, NEWS_LIFE_MS)
}
