import { LANGUAGES } from '@adtally/contract/enums.ts'
import { PASSWORD_LINK_MINUTES } from '@adtally/contract/operator/house/customers.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { publish } from '../../../database/outbox.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { isMailSetUp } from '../../mail/index.ts'
import type { Subscription } from '../../module.ts'
import type { Services } from '../../services.ts'
import { customerById } from '../customers.repository.ts'
import { CUSTOMER_REGISTERED_TOPIC, customerFact } from '../facts.ts'
import { holderOfEmail, requestedEmail } from '../profile/emails.repository.ts'
import { writeTo } from '../profile/security-letters.ts'
import { newToken, tokenHash } from '../sessions/tokens.ts'
import type { LinkKind } from '../tables.ts'
import { insertLink, openLinks } from './links.repository.ts'
import { hasLoginPassword } from './login-passwords.repository.ts'

/** A link's life in minutes, as its letter says; for a password the longest that OWASP ASVS V6.5.5 allows. */
export const LIFE_MINUTES: Record<LinkKind, number> = { email: 24 * 60, password: PASSWORD_LINK_MINUTES }
const MINUTE_MS = 60_000
const OPEN_PASSWORD_LINKS_MAX = 5

/** The app's pages for links; the token follows the `#`, which browsers do not send to servers. */
const PAGES: Record<LinkKind, string> = { email: '/confirm-email', password: '/reset-password' }

/**
 * A requested link, which the worker makes: the caller is answered before anything is looked up, so that neither the
 * answer nor its time shows whose an address is.
 */
const LINK_ASKED_TOPIC = 'identity.link_asked'
const asked = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('email'), customer_id: z.uuid() }),
  z.strictObject({ kind: z.literal('password'), email: z.string(), language: z.enum(LANGUAGES) }),
])

/** Requests a link for a customer or an address; returns `service` where no mail is set up. */
export async function askForLink(
  services: Services,
  tx: Transaction,
  wish: z.infer<typeof asked>,
): Promise<'mail' | 'service'> {
  if (!isMailSetUp(services)) return 'service'
  await publish(tx, LINK_ASKED_TOPIC, wish)
  return 'mail'
}

/** Makes a link and stores its hash; returns the link, which is not stored, and its life in minutes. */
async function makeLink(
  services: Services,
  tx: Transaction,
  kind: LinkKind,
  { customer_id, email }: { customer_id: string; email: string },
): Promise<{ link: string; minutes: number }> {
  const token = newToken()
  const minutes = LIFE_MINUTES[kind]
  const link = { link_hash: tokenHash(token), kind, customer_id, email, code_hash: null }
  await insertLink(tx, link, minutes * MINUTE_MS)
  return { link: addressOf(services, kind, token), minutes }
}

/** Where a link leads. */
export function addressOf({ settings }: Pick<Services, 'settings'>, kind: LinkKind, token: string): string {
  return `${settings.public_origin}/#${PAGES[kind]}?token=${token}`
}

/** Sends the requested links. */
export const linkSubscription: Subscription = {
  topic: LINK_ASKED_TOPIC,
  handle: async (services, tx, payload) => {
    const wish = parseInput(asked, payload)
    if (wish.kind === 'email') await sendEmailLink(services, tx, wish.customer_id)
    else await sendPasswordLink(services, tx, wish)
  },
}

/** Asks new customers to confirm their registered address. */
export const confirmRegistered: Subscription = {
  topic: CUSTOMER_REGISTERED_TOPIC,
  handle: async (services, tx, payload) => {
    const { customer_id } = parseInput(customerFact, payload)
    if (isMailSetUp(services)) await sendEmailLink(services, tx, customer_id)
  },
}

/**
 * Sends to the address a customer requested, or else to their unconfirmed one. If another address was requested, the
 * confirmed one is told, because a thief may have asked.
 */
async function sendEmailLink(services: Services, tx: Transaction, customer_id: string): Promise<void> {
  const customer = await customerById(tx, customer_id)
  if (!customer) return
  const wanted = await requestedEmail(tx, customer_id)
  const email = wanted ?? customer.email
  if (wanted === null && customer.email_confirmed_at) return
  const reader = { email, language: customer.language }
  const holder_id = await holderOfEmail(tx, email)
  if (wanted !== null && customer.email_confirmed_at) {
    const words = { subject: 'letters.email_asked.subject', text: 'letters.email_asked.text' } as const
    await writeTo(services, tx, customer, words, LIFE_MINUTES.email * MINUTE_MS)
  }
  if (holder_id !== null && holder_id !== customer_id) {
    const words = { subject: 'letters.email_in_use.subject', text: 'letters.email_in_use.text' } as const
    await writeTo(services, tx, reader, words, LIFE_MINUTES.email * MINUTE_MS)
    return
  }
  const { link, minutes } = await makeLink(services, tx, 'email', { customer_id, email })
  const { username, operated_id } = customer
  const values = { hours: minutes / 60, username, operated_id }
  const words = { subject: 'letters.confirm_email.subject', text: 'letters.confirm_email.text' } as const
  await writeTo(services, tx, reader, { ...words, values, link }, minutes * MINUTE_MS)
}

/**
 * Sends only to the confirmed address of a customer with a sign-in password. A new link voids the older ones. When
 * strangers have requested many, no more are sent, so that the latest stays valid and the owner always has one.
 */
async function sendPasswordLink(
  services: Services,
  tx: Transaction,
  { email: typed, language }: { email: string; language: (typeof LANGUAGES)[number] },
): Promise<void> {
  const holder_id = await holderOfEmail(tx, typed)
  const customer = holder_id === null ? null : await customerById(tx, holder_id)
  if (!customer || !(await hasLoginPassword(tx, customer.customer_id))) return
  const { customer_id, email } = customer
  if ((await openLinks(tx, customer_id, 'password')) >= OPEN_PASSWORD_LINKS_MAX) return
  const { link, minutes } = await makeLink(services, tx, 'password', { customer_id, email })
  const words = { subject: 'letters.reset_password.subject', text: 'letters.reset_password.text' } as const
  const reader = { email, language: customer.language ?? language }
  await writeTo(services, tx, reader, { ...words, values: { minutes }, link }, minutes * MINUTE_MS)
}
