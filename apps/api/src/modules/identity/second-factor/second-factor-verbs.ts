import * as z from 'zod/mini'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { propose } from '../../operators/index.ts'
import { customerHandle, reasonText } from '../../verb-fields.ts'
import { customerOfHandle } from '../customer-of-handle.ts'
import { nameOfCustomer } from '../name-of-customer.ts'
import { takeAwayLost } from './second-factor.ts'
import { hasSecondFactor } from './second-factors.repository.ts'

/** For a customer who lost phone and recovery codes: support proposes, risk approves. */
export const removeSecondFactorVerb = staffVerb({
  name: 'remove-second-factor',
  summary:
    'Propose that a customer’s lost second factor be removed; their sessions then end, and withdrawals wait 24 h: --customer USERNAME --reason TEXT',
  roles: ['support', 'risk'],
  proposes: 'second_factor.remove',
  input: z.strictObject({ customer: customerHandle, reason: reasonText }),
  run: (services, staff, { customer, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const found = await customerOfHandle(tx, customer)
      const { customer_id } = found
      if (!(await hasSecondFactor(tx, customer_id))) throw new Refusal('second_factor_not_set')
      return await propose(services, tx, {
        act: removeSecondFactorAct,
        subject_kind: 'customer',
        subject_id: customer_id,
        customer_id,
        payload: { customer_id },
        reason,
        maker: staff,
      })
    }),
})

export const removeSecondFactorAct = approvedAct({
  action: 'second_factor.remove',
  checker_roles: ['risk'],
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
