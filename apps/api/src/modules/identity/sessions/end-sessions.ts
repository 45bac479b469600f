import { endSessions } from '@adtally/contract/operator/house/customers.ts'
import { staffVerb } from '../../module.ts'
import { customerOfHandle } from '../customer-of-handle.ts'
import { tellOfSecurity } from '../profile/tell-of-security.ts'
import { endSessionsByStaff } from './sessions.repository.ts'

/** `end-sessions`: by one person and at once, because it only protects, and a thief does not wait. */
export const endSessionsVerb = staffVerb(
  endSessions,
  async ({ database, identity }, staff, { customer: handle, forget_devices = false, reason }) => {
    const { customer_id, ended } = await database.transaction({ kind: 'system' }, async (tx) => {
      const { customer_id } = await customerOfHandle(tx, handle)
      const ended = await endSessionsByStaff(tx, staff.session_token, { customer_id, reason, forget_devices })
      if (ended.sessions_ended > 0) await tellOfSecurity(tx, customer_id, 'sessions_ended')
      return { customer_id, ended }
    })
    identity.keeper.forgetCustomer(customer_id)
    return { customer_id, ...ended }
  },
)
