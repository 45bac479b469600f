import type { InputOf } from '@adtally/contract/call.ts'
import type { secondFactorAtSignIn } from '@adtally/contract/identity/security.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { customerById } from '../customers.repository.ts'
import { type Changer, changeFactor, needSet, tellOfFactor } from '../second-factor/change-factor.ts'
import { markAtSignIn } from '../second-factor/second-factors.repository.ts'
import { endSessions } from '../sessions/sessions.repository.ts'

/**
 * Whether signing in asks for the second factor, too. It takes the factor both ways, so that nobody shuts themselves out with an app
 * that is lost, and no thief of a session switches it off. Other sessions end, as with the factor itself; where nothing
 * changes, nothing is told and none ends. Throws what the call's contract lists; for a host app's user `sign_in_by_host`.
 */
export async function askAtSignIn(
  services: Services,
  changer: Changer,
  { at_sign_in, ...proof }: InputOf<typeof secondFactorAtSignIn>,
): Promise<void> {
  const { customer_id, session_id } = changer
  const change = at_sign_in ? 'at_sign_in' : 'not_at_sign_in'
  await changeFactor(services, changer, proof, change, async (tx, row) => {
    if ((await customerById(tx, customer_id))?.entry !== 'register') throw new Refusal('sign_in_by_host')
    needSet(row)
    if ((row.at_sign_in_since !== null) === at_sign_in) return
    await markAtSignIn(tx, customer_id, at_sign_in)
    await endSessions(tx, customer_id, session_id, 'second_factor_changed')
    await tellOfFactor(tx, customer_id, {
      action: `second_factor.${change}`,
      notice: `second_factor_${change}`,
    })
  })
}
