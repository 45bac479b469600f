import { changePartnerPassword, renewRecoveryCodes } from '@adtally/contract/partner/people.ts'
import { requireUncommon } from '../../../lib/passwords/uncommon-password.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { newRecoveryCodes, refuseUnlessRight } from '../../operators/index.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import { recoveryProof } from '../sign-in/recovery-codes.ts'
import { changePassword, setRecoveryCodes, signInParameters } from '../sign-in/sign-in.repository.ts'

/** `change-own-password`: takes the old password, which a thief of the session does not know; ends all sessions. */
export const changeOwnPasswordVerb = partnerVerb(
  changePartnerPassword,
  async ({ database, settings, partner_passwords }, partner, { password, new_password }) => {
    const { person_id, email, session_token } = partner
    requireUncommon(new_password, [email, settings.brand.name], 'new_password')
    const known = await database.transaction({ kind: 'system' }, (tx) => signInParameters(tx, email))
    const old_proof = await partner_passwords.proof(person_id, password, known?.password_key_sealed ?? null)
    const set = await partner_passwords.make(person_id, new_password)
    // Refuses outside the transaction, because the counted try has to be committed.
    const judged = await database.transaction(scopeOf(partner), (tx) =>
      changePassword(tx, session_token, old_proof, set),
    )
    refuseUnlessRight(judged, false)
    return { email }
  },
)

/** `renew-recovery-codes`: shown once; whoever has no second factor has nothing that one could stand in for. */
export const renewRecoveryCodesVerb = partnerVerb(renewRecoveryCodes, async ({ database }, partner) => {
  const recovery_codes = newRecoveryCodes()
  const proofs = recovery_codes.map((code) => recoveryProof(partner.person_id, code))
  const done = await database.transaction(scopeOf(partner), (tx) =>
    setRecoveryCodes(tx, partner.session_token, proofs),
  )
  if (!done) throw new Refusal('state_conflict')
  return { recovery_codes }
})
