import { Refusal } from '../refusal.ts'
import type { Caller } from '../route.ts'
import type { Services } from '../services.ts'
import { checkSecondFactor, type FactorProof } from './check-second-factor.ts'
import { hasTransactionPassword } from './set-password.ts'
import { checkTransactionPassword } from './transaction-password.ts'

/** What somebody shows who says that an account is theirs. */
export interface OwnerProof extends FactorProof {
  password?: string | undefined
}

/**
 * Asks for all that an account has to show for itself beside its session: the transaction password where one is set, and the
 * second factor where one is set up, for this `act` of this session alone. Throws `field_required` of `password` and the
 * refusals of both.
 */
export async function proveOwner(
  services: Services,
  { customer_id, session_id }: Pick<Caller, 'customer_id' | 'session_id'>,
  { password, ...proof }: OwnerProof,
  act: string,
): Promise<void> {
  if (password !== undefined) await checkTransactionPassword(services, customer_id, password)
  else if (await hasTransactionPassword(services, customer_id)) {
    throw new Refusal('field_required', { field: 'password' })
  }
  await checkSecondFactor(services, customer_id, proof, { kind: 'change', change: act, session_id })
}
