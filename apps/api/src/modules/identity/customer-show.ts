import { customerShow } from '@adtally/contract/operator/house/customers.ts'
import * as audit from '../audit/index.ts'
import { staffVerb } from '../module.ts'
import { customerOfHandle } from './customer-of-handle.ts'
import { findPhoneSealed } from './customers.repository.ts'
import { openContact } from './profile/contact-sealing.ts'
import { personOf } from './profile/persons.repository.ts'
import { maskEmail, maskPhone } from './rules.ts'
import { countSessions } from './sessions/sessions.repository.ts'

/**
 * `customer-show`: shows a customer. The look is an act too, which the customer sees in their accountability feed
 * (PRODUCT §15).
 */
export const customerShowVerb = staffVerb(
  customerShow,
  ({ database, settings }, staff, { customer: handle, reason }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      const customer = await customerOfHandle(tx, handle)
      const { customer_id, email, ...shown } = customer
      const phone_sealed = await findPhoneSealed(tx, customer_id)
      const person = await personOf(tx, customer_id)
      const sessions_signed_in = await countSessions(tx, customer_id)
      await audit.byStaff(tx, staff, {
        action: 'customer.viewed',
        subject: { kind: 'customer', id: customer_id },
        customer_id,
        reason,
      })
      return {
        customer_id,
        ...shown,
        email_masked: maskEmail(email),
        phone_masked: phone_sealed
          ? maskPhone(openContact(settings.secret, customer_id, phone_sealed))
          : null,
        person_name: person?.full_name ?? null,
        verified_by: person?.verified_by ?? null,
        verified_at: person?.verified_at ?? null,
        sessions_signed_in,
      }
    }),
)
