import { id } from '@adtally/contract/fields.ts'
import {
  customerActivate,
  customerCancel,
  customerDisable,
  customerEnable,
  type StatusChange,
} from '@adtally/contract/operator/house/customers.ts'
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
import { statusAfter } from './rules.ts'

const CALLS = {
  activate: customerActivate,
  disable: customerDisable,
  enable: customerEnable,
  cancel: customerCancel,
} as const

const VERBS: Record<StatusChange, string> = {
  activate: 'Activate',
  disable: 'Disable',
  enable: 'Enable',
  cancel: 'Cancel for good',
}

/** `customer-<change>`: the maker's half. */
function changeVerb(change: StatusChange): StaffVerb {
  return proposalVerb(CALLS[change], {
    act: ACTS[change],
    ask: async (_services, tx, { customer, reason }) => {
      const { customer_id, status } = await customerOfHandle(tx, customer)
      if (statusAfter(status, change) === null) throw new Refusal('state_conflict')
      return { ...aboutCustomer(customer_id), payload: { customer_id }, reason }
    },
  })
}

/** `customer.<change>`: the approved half, checked again under the row's lock. */
function changeAct(change: StatusChange): ApprovedAct {
  return approvedAct(CALLS[change].approval, {
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
