import { text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { approvedAct, staffVerb } from '../module.ts'
import { propose } from '../operators/index.ts'
import { Refusal } from '../refusal.ts'
import { findCustomer } from './customers.repository.ts'
import { takeAway } from './second-factor.ts'
import { findSecondFactor } from './second-factors.repository.ts'

/** For somebody who lost phone and recovery codes: proposed by support, approved by risk. */
export const removeSecondFactorVerb = staffVerb({
  name: 'remove-second-factor',
  summary:
    'Propose that a customer’s lost second factor be removed; withdrawals then wait 24 h: --customer USERNAME --reason TEXT',
  roles: ['support', 'risk'],
  input: z.strictObject({ customer: text(64), reason: text(500) }),
  run: (services, staff, { customer, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const found = await findCustomer(tx, customer)
      if (!found) throw new Refusal('record_not_found', { field: 'customer' })
      const { customer_id } = found
      if (!(await findSecondFactor(tx, customer_id))) throw new Refusal('second_factor_not_set')
      return await propose(tx, {
        action: 'second_factor.remove',
        subject_kind: 'customer',
        subject_id: customer_id,
        customer_id,
        payload: { customer_id },
        reason,
        maker: staff,
      })
    }),
})

/** The second person's half of `removeSecondFactorVerb`. */
export const removeSecondFactorAct = approvedAct({
  action: 'second_factor.remove',
  checker_roles: ['risk'],
  payload: z.strictObject({ customer_id: z.uuid() }),
  apply: async (_services, tx, { customer_id }) => {
    if (!(await findSecondFactor(tx, customer_id))) throw new Refusal('second_factor_not_set')
    await takeAway(tx, customer_id, true)
    return { customer_id }
  },
})
