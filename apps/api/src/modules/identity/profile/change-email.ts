import type { InputOf, OutputOf } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import type {
  emailChange,
  emailConfirm,
  emailLink,
  passwordForgotten,
} from '@adtally/contract/identity/identity-password.ts'
import type { Transaction } from '../../../database/database.ts'
import { violatedConstraint } from '../../../database/violated-constraint.ts'
import { networkOf } from '../../../lib/addresses/client-address.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import type { Services } from '../../services.ts'
import { customerById } from '../customers.repository.ts'
import { endPasswordLinks, findLink, takeLink } from '../passwords/links.repository.ts'
import { askForLink } from '../passwords/links.ts'
import { checkLoginPassword, linkInvalid } from '../passwords/login-password.ts'
import type { Visitor } from '../registration/open-account.ts'
import { tokenHash } from '../sessions/tokens.ts'
import { takeTries } from '../sign-in/sign-in-limits.ts'
import { keepEmailRequest, setEmail, takeEmailRequest } from './emails.repository.ts'
import { writeToOldAddress } from './security-letters.ts'
import { tellOfSecurity } from './tell-of-security.ts'

const HOUR_MS = 60 * 60_000
/** Letters an hour: that one customer can request, to one address, and from one network. */
const LETTERS = { customer: 5, address: 5, network: 30 }

/** Who continues the request. */
interface GoesOn {
  goes_on_by: 'mail' | 'service'
}

/**
 * Requests another e-mail address, which takes effect once its link is followed, or once two members of staff confirm
 * it where no mail is set up. Neither the answer nor its time shows whose the address is. Throws
 * `login_password_wrong`, and `too_many_requests` with a `deadline` after a few an hour.
 */
export async function changeEmail(
  services: Services,
  customer_id: string,
  { email, login_password }: InputOf<typeof emailChange>,
): Promise<GoesOn> {
  await checkLoginPassword(services, customer_id, login_password)
  await takeTries(services, [
    { key: `letters of ${customer_id}`, tries_max: LETTERS.customer, window_ms: HOUR_MS },
  ])
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    await keepEmailRequest(tx, customer_id, email)
    await audit.byCustomer(tx, customer_id, { action: 'email.asked' })
    return { goes_on_by: await askForLink(services, tx, { kind: 'email', customer_id }) }
  })
}

/** The account that an e-mail link is for. Throws `link_invalid`. */
export async function readEmailLink(
  { database }: Services,
  { token }: InputOf<typeof emailLink>,
): Promise<OutputOf<typeof emailLink>> {
  return await database.transaction({ kind: 'system' }, async (tx) => {
    const link = await findLink(tx, tokenHash(token), 'email')
    const customer = link && (await customerById(tx, link.customer_id))
    if (!customer) throw linkInvalid()
    return { username: customer.username, operated_id: customer.operated_id }
  })
}

/**
 * Follows an e-mail link, only for the customer it was sent for: a stranger may have typed the address, and its
 * reader would otherwise make it the stranger's with one tap. Throws `link_invalid` where the link is unknown, used,
 * expired or not for the address requested last, and where somebody else has the address by now;
 * `link_of_another_account`, which leaves the link usable.
 */
export async function confirmEmail(
  services: Services,
  customer_id: string,
  { token }: InputOf<typeof emailConfirm>,
): Promise<void> {
  try {
    await services.database.transaction({ kind: 'system' }, async (tx) => {
      const link = await takeLink(tx, tokenHash(token), 'email')
      if (!link) throw linkInvalid()
      if (link.customer_id !== customer_id) throw new Refusal('link_of_another_account', { field: 'token' })
      const { email } = link
      const customer = await customerById(tx, customer_id)
      const is_asked = await takeEmailRequest(tx, customer_id, email)
      // A new customer's own address is confirmed without a request.
      if (!customer || !(is_asked || customer.email === email)) throw linkInvalid()
      await applyEmail(services, tx, customer_id, email)
      await audit.byCustomer(tx, customer_id, { action: 'email.confirmed' })
    })
  } catch (error) {
    if (violatedConstraint(error) === 'customers_email_key') throw linkInvalid()
    throw error
  }
}

/** Makes an address a customer's own, and tells them and the previous address's reader. */
export async function applyEmail(
  services: Services,
  tx: Transaction,
  customer_id: string,
  email: string,
): Promise<void> {
  const before = await customerById(tx, customer_id)
  await setEmail(tx, customer_id, email)
  if (!before || before.email === email) return
  // Links sent to the old address no longer work.
  await endPasswordLinks(tx, customer_id)
  if (before.email_confirmed_at) await writeToOldAddress(services, tx, before)
  await tellOfSecurity(tx, customer_id, 'contact_changed')
}

/**
 * Requests a link that sets a new sign-in password; it is sent if the address is a customer's and confirmed. The
 * answer and its time are the same for every address. Throws `too_many_requests` with a `deadline` after a few an
 * hour from one network: counted by network, so that nobody elsewhere keeps the owner from a letter or learns of one.
 */
export async function forgetPassword(
  services: Services,
  { email }: InputOf<typeof passwordForgotten>,
  { address, language }: Visitor & { language: Language },
): Promise<GoesOn> {
  const from = networkOf(address)
  await takeTries(services, [
    {
      key: `letters to ${email.toLowerCase()} from ${from}`,
      tries_max: LETTERS.address,
      window_ms: HOUR_MS,
    },
    { key: `letters from ${from}`, tries_max: LETTERS.network, window_ms: HOUR_MS },
  ])
  return await services.database.transaction({ kind: 'system' }, async (tx) => ({
    goes_on_by: await askForLink(services, tx, { kind: 'password', email, language }),
  }))
}
