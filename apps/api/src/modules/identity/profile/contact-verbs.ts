import { email } from '@adtally/contract/identity/identity.ts'
import {
  confirmEmail,
  emailConfirming,
  listEmailRequests,
  loginPasswordResetting,
  resetLoginPassword,
} from '@adtally/contract/operator/house/customers.ts'
import { sha256 } from '@adtally/contract/service/file-content.ts'
import * as z from 'zod/mini'
import { violatedConstraint } from '../../../database/violated-constraint.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { listVerb } from '../../staff-list.ts'
import { aboutCustomer, customerOfHandle } from '../customer-of-handle.ts'
import { customerById } from '../customers.repository.ts'
import { nameOfCustomer } from '../name-of-customer.ts'
import { givenLink, keepGivenLink, linkCode, linkCodeHash } from '../passwords/given-link.ts'
import { hasLoginPassword } from '../passwords/login-passwords.repository.ts'
import { applyEmail } from './change-email.ts'
import {
  EMAIL_REQUEST_PLACE,
  requestedEmail,
  takeEmailRequest,
  waitingEmailRequests,
} from './emails.repository.ts'

const REQUESTS_DEFAULT = 100

/** `list-email-requests`: addresses that customers asked for and that nobody has confirmed. */
export const listEmailRequestsVerb = listVerb(listEmailRequests, {
  limit_default: REQUESTS_DEFAULT,
  parts: EMAIL_REQUEST_PLACE,
  read: waitingEmailRequests,
})

/** The second person's half of `confirmEmailVerb`: of the address that was proposed, if it is still the one asked for. */
const confirmEmailAct = approvedAct(emailConfirming, {
  payload: z.strictObject({ customer_id: z.uuid(), email }),
  facts: async (_services, tx, { customer_id, email: wanted }) => ({
    says: `Take ${wanted} for the e-mail address of ${await nameOfCustomer(tx, customer_id)}, who has shown it`,
    before: factsFrom({ email: (await customerById(tx, customer_id))?.email ?? null }),
    after: factsFrom({ email: wanted }),
  }),
  apply: async (services, tx, { customer_id, email: wanted }) => {
    if (!(await takeEmailRequest(tx, customer_id, wanted))) throw new Refusal('state_conflict')
    try {
      await applyEmail(services, tx, customer_id, wanted)
    } catch (error) {
      if (violatedConstraint(error) === 'customers_email_key') throw new Refusal('record_exists')
      throw error
    }
    return { customer_id }
  },
})

/** `confirm-email`: where no mail is set up, two of the staff make sure whose an address is. */
export const confirmEmailVerb = proposalVerb(confirmEmail, {
  act: confirmEmailAct,
  ask: async (_services, tx, { customer, reason }) => {
    const { customer_id } = await customerOfHandle(tx, customer)
    const wanted = await requestedEmail(tx, customer_id)
    if (wanted === null) throw new Refusal('state_conflict')
    return { ...aboutCustomer(customer_id), payload: { customer_id, email: wanted }, reason }
  },
})

/** The second person's half of `resetLoginPasswordVerb`: whoever approves hands the link over, which asks for the maker's code. */
const resetLoginPasswordAct = approvedAct(loginPasswordResetting, {
  payload: z.strictObject({ customer_id: z.uuid(), first_code_hash: sha256 }),
  facts: async (_services, tx, { customer_id }) => ({
    says: `Give ${await nameOfCustomer(tx, customer_id)} a link that sets a new login password, good once, with the code that its maker has`,
    before: {},
    after: factsFrom({ email: (await customerById(tx, customer_id))?.email ?? null }),
  }),
  apply: async (services, tx, { customer_id, first_code_hash }, people) => {
    const customer = await customerById(tx, customer_id)
    if (!customer) throw new Refusal('record_not_found')
    const code_hash = Buffer.from(first_code_hash, 'hex')
    await keepGivenLink(services, tx, people, { customer_id, email: customer.email, code_hash })
  },
  shows: (services, { customer_id }, people) => ({ customer_id, ...givenLink(services, people) }),
})

/**
 * `reset-login-password`: for somebody who has neither the password nor a confirmed address. The maker gets the code that the
 * link asks for, so that neither of the two can open the account.
 */
export const resetLoginPasswordVerb = proposalVerb(resetLoginPassword, {
  act: resetLoginPasswordAct,
  ask: async (services, tx, { customer, reason }, maker) => {
    const { customer_id } = await customerOfHandle(tx, customer)
    if (!(await hasLoginPassword(tx, customer_id))) throw new Refusal('state_conflict')
    const first_code = linkCode(services, maker)
    const payload = { customer_id, first_code_hash: linkCodeHash(first_code).toString('hex') }
    return { ...aboutCustomer(customer_id), payload, reason, answer: { first_code } }
  },
})
