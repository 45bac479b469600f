import { customerHandle, reasonText } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import { staffVerb } from '../../module.ts'
import { customerOfHandle } from '../customer-of-handle.ts'
import { tellOfSecurity } from '../profile/tell-of-security.ts'
import { endSessionsByStaff } from './sessions.repository.ts'

/** `end-sessions`: by one person and at once, because it only protects, and a thief does not wait. */
export const endSessionsVerb = staffVerb({
  name: 'end-sessions',
  summary:
    'End every session of a customer at once; --forget-devices: their devices are strangers at the next sign-in, too; --customer by operated ID, username, e-mail address or id; --reason TEXT, which the customer reads',
  roles: ['support', 'risk'],
  input: z.strictObject({
    customer: customerHandle,
    forget_devices: z.optional(z.boolean()),
    reason: reasonText,
  }),
  run: async ({ database, identity }, staff, { customer: handle, forget_devices = false, reason }) => {
    const { customer_id, ended } = await database.transaction({ kind: 'system' }, async (tx) => {
      const { customer_id } = await customerOfHandle(tx, handle)
      const ended = await endSessionsByStaff(tx, staff.session_token, { customer_id, reason, forget_devices })
      if (ended.sessions_ended > 0) await tellOfSecurity(tx, customer_id, 'sessions_ended')
      return { customer_id, ended }
    })
    identity.keeper.forgetCustomer(customer_id)
    return { customer_id, ...ended }
  },
})
