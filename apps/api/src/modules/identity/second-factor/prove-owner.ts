import { Refusal } from '../../../lib/refusal.ts'
import type { Caller } from '../../route.ts'
import type { Services } from '../../services.ts'
import { customerById } from '../customers.repository.ts'
import { checkLoginPassword } from '../passwords/login-password.ts'
import { checkTransactionPassword } from '../passwords/transaction-password.ts'
import { signInFreshUntil } from '../rules.ts'
import { checkSecondFactor, type FactorProof } from './check-second-factor.ts'

export type Claimant = Pick<Caller, 'customer_id' | 'session_id' | 'session_began_at'>

export interface OwnerProof extends FactorProof {
  password?: string | undefined
  login_password?: string | undefined
}

/**
 * Requires more than a session, which may be stolen: the transaction password; without one the sign-in password, or
 * for a host's user, who has neither, a fresh session; and the second factor, if set up, for this `act` in this
 * session. Throws `field_required` for what is missing and the refusals of each.
 */
export async function proveOwner(
  services: Services,
  claimant: Claimant,
  { password, login_password, ...proof }: OwnerProof,
  act: string,
): Promise<void> {
  const { customer_id, session_id } = claimant
  const customer = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    customerById(tx, customer_id),
  )
  if (!customer) throw new Refusal('record_not_found')
  if (customer.transaction_password_changed_at !== null || password !== undefined) {
    if (password === undefined) throw new Refusal('field_required', { field: 'password' })
    await checkTransactionPassword(services, customer_id, password)
  } else if (customer.entry === 'register') {
    if (login_password === undefined) throw new Refusal('field_required', { field: 'login_password' })
    await checkLoginPassword(services, customer_id, login_password)
  } else if (services.clock.now() >= signInFreshUntil(claimant.session_began_at)) {
    throw new Refusal('transaction_password_not_set')
  }
  await checkSecondFactor(services, customer_id, proof, { kind: 'change', change: act, session_id })
}
