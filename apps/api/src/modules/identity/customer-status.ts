import { id } from '@adtally/contract/fields.ts'
import { customerHandle, reasonText } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import { publish } from '../../database/outbox.ts'
import { Refusal } from '../../lib/refusal.ts'
import { type ApprovedAct, approvedAct, type StaffVerb } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { factsFrom } from '../proposal-facts.ts'
import { aboutCustomer, customerOfHandle } from './customer-of-handle.ts'
import { lockStatus, updateStatus } from './customers.repository.ts'
import { CUSTOMER_DISABLED_TOPIC, CUSTOMER_ENABLED_TOPIC } from './facts.ts'
import { nameOfCustomer } from './name-of-customer.ts'
import { type StatusChange, statusAfter } from './rules.ts'

const SUMMARIES: Record<StatusChange, string> = {
  activate: 'Propose to activate an account that was opened with a code to be activated by staff',
  disable:
    'Propose to disable an account: plans stop, its own money stays readable and withdrawable (PRODUCT §7)',
  enable: 'Propose to enable a disabled account',
  cancel: 'Propose to cancel an account for good; its own money stays readable and withdrawable',
}

const VERBS: Record<StatusChange, string> = {
  activate: 'Activate',
  disable: 'Disable',
  enable: 'Enable',
  cancel: 'Cancel for good',
}

/** `customer-<change>`: the maker's half. */
function changeVerb(change: StatusChange): StaffVerb {
  return proposalVerb({
    name: `customer-${change}`,
    summary: `${SUMMARIES[change]}; --customer by operated ID, username, e-mail address or id`,
    roles: ['support', 'risk'],
    act: ACTS[change],
    input: z.strictObject({ customer: customerHandle, reason: reasonText }),
    ask: async (_services, tx, { customer, reason }) => {
      const { customer_id, status } = await customerOfHandle(tx, customer)
      if (statusAfter(status, change) === null) throw new Refusal('state_conflict')
      return { ...aboutCustomer(customer_id), payload: { customer_id }, reason }
    },
  })
}

/** `customer.<change>`: the approved half, checked again under the row's lock. */
function changeAct(change: StatusChange): ApprovedAct {
  return approvedAct({
    action: `customer.${change}`,
    checker_roles: ['risk'],
    payload: z.strictObject({ customer_id: id }),
    facts: async (_services, tx, { customer_id }) => {
      const status = await lockStatus(tx, customer_id)
      return {
        says: `${VERBS[change]} the account of ${await nameOfCustomer(tx, customer_id)}`,
        before: factsFrom({ status }),
        after: factsFrom({ status: status === null ? null : statusAfter(status, change) }),
      }
    },
    apply: async (_services, tx, { customer_id }) => {
      const before = await lockStatus(tx, customer_id)
      const status = before === null ? null : statusAfter(before, change)
      if (status === null) throw new Refusal('state_conflict')
      await updateStatus(tx, customer_id, status)
      const topic = status === 'active' ? CUSTOMER_ENABLED_TOPIC : CUSTOMER_DISABLED_TOPIC
      await publish(tx, topic, { customer_id }, customer_id)
      return { customer_id, status }
    },
  })
}

const CHANGES: readonly StatusChange[] = ['activate', 'disable', 'enable', 'cancel']

const ACTS: Readonly<Record<StatusChange, ApprovedAct>> = {
  activate: changeAct('activate'),
  disable: changeAct('disable'),
  enable: changeAct('enable'),
  cancel: changeAct('cancel'),
}

/** `customer-activate`, `-disable`, `-enable`, `-cancel`. */
export const customerStatusVerbs: readonly StaffVerb[] = CHANGES.map(changeVerb)
