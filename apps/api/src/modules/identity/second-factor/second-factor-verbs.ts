import { removeSecondFactor, secondFactorRemoving } from '@adtally/contract/operator/house/customers.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { aboutCustomer, customerOfHandle } from '../customer-of-handle.ts'
import { nameOfCustomer } from '../name-of-customer.ts'
import { takeAwayLost } from './second-factor.ts'
import { hasSecondFactor } from './second-factors.repository.ts'

const removeSecondFactorAct = approvedAct(secondFactorRemoving, {
  payload: z.strictObject({ customer_id: z.uuid() }),
  facts: async (_services, tx, { customer_id }) => ({
    says: `Remove the second factor of ${await nameOfCustomer(tx, customer_id)}; their sessions then end, and withdrawals wait 24 h`,
    before: { second_factor: (await hasSecondFactor(tx, customer_id)) ? 'set' : 'none' },
    after: { second_factor: 'none' },
  }),
  apply: async (_services, tx, { customer_id }, { checker }) => {
    if (!(await hasSecondFactor(tx, customer_id))) throw new Refusal('second_factor_not_set')
    await takeAwayLost(tx, customer_id, checker)
    return { customer_id }
  },
})

/** For somebody who lost phone and recovery codes: proposed by support, approved by risk. */
export const removeSecondFactorVerb = proposalVerb(removeSecondFactor, {
  act: removeSecondFactorAct,
  ask: async (_services, tx, { customer, reason }) => {
    const { customer_id } = await customerOfHandle(tx, customer)
    if (!(await hasSecondFactor(tx, customer_id))) throw new Refusal('second_factor_not_set')
    return { ...aboutCustomer(customer_id), payload: { customer_id }, reason }
  },
})
