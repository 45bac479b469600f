import type { InputOf } from '@adtally/contract/call.ts'
import type { secondFactorAtSignIn } from '@adtally/contract/security.ts'
import * as audit from '../audit/index.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { judge } from './check-second-factor.ts'
import { customerById } from './customers.repository.ts'
import type { Changer } from './second-factor.ts'
import { lockSecondFactor, markAtSignIn } from './second-factors.repository.ts'
import { endSessions } from './sessions.repository.ts'
import { tellOfSecurity } from './tell-of-security.ts'
import { checkTransactionPassword } from './transaction-password.ts'

/**
 * Whether signing in asks for the second factor, too. It takes a code both ways, so that nobody shuts themselves out with an app
 * that is lost, and no thief of a session switches it off. Other sessions end, as with the factor itself; where nothing
 * changes, nothing is told and none ends. Throws what the call's contract lists; for a host app's user `sign_in_by_host`.
 */
export async function askAtSignIn(
  services: Services,
  { customer_id, session_id }: Changer,
  { at_sign_in, password, code }: InputOf<typeof secondFactorAtSignIn>,
): Promise<void> {
  await checkTransactionPassword(services, customer_id, password)
  const verdict = await services.database.transaction({ kind: 'system' }, async (tx) => {
    if ((await customerById(tx, customer_id))?.entry !== 'register') throw new Refusal('sign_in_by_host')
    const row = await lockSecondFactor(tx, customer_id)
    if (!row?.confirmed_at) throw new Refusal('second_factor_not_set')
    const judged = await judge(services, tx, row, code, 'code')
    if (judged.kind === 'refused' || (row.at_sign_in_since !== null) === at_sign_in) return judged
    await markAtSignIn(tx, customer_id, at_sign_in)
    await endSessions(tx, customer_id, session_id, 'second_factor_changed')
    await audit.append(tx, {
      actor: { kind: 'customer', customer_id },
      action: at_sign_in ? 'second_factor.at_sign_in' : 'second_factor.not_at_sign_in',
      subject: { kind: 'customer', id: customer_id },
      customer_id,
    })
    await tellOfSecurity(
      tx,
      customer_id,
      at_sign_in ? 'second_factor_at_sign_in' : 'second_factor_not_at_sign_in',
    )
    return judged
  })
  if (verdict.kind === 'refused') throw verdict.refusal
  services.identity.keeper.forgetCustomer(customer_id)
}
