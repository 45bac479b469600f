import type { InputOf } from '@adtally/contract/call.ts'
import type { secondFactorAtSignIn } from '@adtally/contract/identity/security.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { customerById } from '../customers.repository.ts'
import { type Changer, changeFactor, needSet, tellOfFactor } from '../second-factor/change-factor.ts'
import { markAtSignIn } from '../second-factor/second-factors.repository.ts'
import { endSessions } from '../sessions/sessions.repository.ts'

/**
 * Sets whether sign-in requires the second factor. Both directions require it, so that nobody locks themselves out
 * with a lost app and no thief of a session switches it off. Other sessions end, as with the factor itself; without a
 * change nothing happens. Throws what the contract lists; for a host's user `sign_in_by_host`.
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
