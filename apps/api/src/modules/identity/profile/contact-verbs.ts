import { email } from '@adtally/contract/identity/identity.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { propose } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { listFlags, listPage } from '../../staff-list.ts'
import { customerHandle, reasonText } from '../../verb-fields.ts'
import { customerOfHandle } from '../customer-of-handle.ts'
import { customerById } from '../customers.repository.ts'
import { nameOfCustomer } from '../name-of-customer.ts'
import { LIFE_MINUTES, makeLink } from '../passwords/links.ts'
import { hasLoginPassword } from '../passwords/login-passwords.repository.ts'
import { violatedConstraint } from '../violated-constraint.ts'
import { applyEmail } from './change-email.ts'
import {
  EMAIL_REQUEST_PLACE,
  requestedEmail,
  takeEmailRequest,
  waitingEmailRequests,
} from './emails.repository.ts'

const REQUESTS_DEFAULT = 100

/** `list-email-requests`: requested addresses that are not confirmed yet. */
export const listEmailRequestsVerb = staffVerb({
  name: 'list-email-requests',
  summary: 'E-mail addresses that customers asked for and that wait to be confirmed, the oldest first',
  roles: ['support', 'risk', 'auditor'],
  input: z.strictObject(listFlags),
  run: (services, _staff, flags) =>
    listPage(services, flags, {
      limit_default: REQUESTS_DEFAULT,
      parts: EMAIL_REQUEST_PLACE,
      read: waitingEmailRequests,
    }),
})

/** `confirm-email`: where no mail is set up, two members of staff verify an address's owner. */
export const confirmEmailVerb = staffVerb({
  name: 'confirm-email',
  summary:
    'Propose that the e-mail address a customer asked for be theirs, once they have shown it: --customer USERNAME --reason TEXT',
  roles: ['support', 'risk'],
  proposes: 'customer.confirm_email',
  input: z.strictObject({ customer: customerHandle, reason: reasonText }),
  run: (services, maker, { customer: handle, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const customer = await customerOfHandle(tx, handle)
      const { customer_id } = customer
      const wanted = await requestedEmail(tx, customer_id)
      if (wanted === null) throw new Refusal('state_conflict')
      return await propose(services, tx, {
        act: confirmEmailAct,
        subject_kind: 'customer',
        subject_id: customer_id,
        customer_id,
        payload: { customer_id, email: wanted },
        reason,
        maker,
      })
    }),
})

/** The second person's half of `confirmEmailVerb`; the proposed address must still be the requested one. */
export const confirmEmailAct = approvedAct({
  action: 'customer.confirm_email',
  checker_roles: ['risk'],
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

/** `reset-login-password`: for a customer with neither the password nor a confirmed address. */
export const resetLoginPasswordVerb = staffVerb({
  name: 'reset-login-password',
  summary: `Propose a link by which a customer sets a new login password; the approval prints it, good once and for ${LIFE_MINUTES.password} minutes, and withdrawals then wait 24 h: --customer USERNAME --reason TEXT`,
  roles: ['support', 'risk'],
  proposes: 'login_password.reset',
  input: z.strictObject({ customer: customerHandle, reason: reasonText }),
  run: (services, maker, { customer: handle, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const customer = await customerOfHandle(tx, handle)
      const { customer_id } = customer
      if (!(await hasLoginPassword(tx, customer_id))) throw new Refusal('state_conflict')
      return await propose(services, tx, {
        act: resetLoginPasswordAct,
        subject_kind: 'customer',
        subject_id: customer_id,
        customer_id,
        payload: { customer_id },
        reason,
        maker,
      })
    }),
})

/** The second person's half of `resetLoginPasswordVerb`; the approver hands the link over. */
export const resetLoginPasswordAct = approvedAct({
  action: 'login_password.reset',
  checker_roles: ['risk'],
  payload: z.strictObject({ customer_id: z.uuid() }),
  facts: async (_services, tx, { customer_id }) => ({
    says: `Give ${await nameOfCustomer(tx, customer_id)} a link that sets a new login password, good once`,
    before: {},
    after: factsFrom({ email: (await customerById(tx, customer_id))?.email ?? null }),
  }),
  apply: async (services, tx, { customer_id }) => {
    const customer = await customerById(tx, customer_id)
    if (!customer) throw new Refusal('record_not_found')
    const { link, minutes } = await makeLink(services, tx, 'password', { customer_id, email: customer.email })
    return { customer_id, link, good_for_minutes: minutes }
  },
})
