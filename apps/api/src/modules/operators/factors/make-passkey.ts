import { type NewPasskey, PASSKEYS_MAX, type PasskeyMaking } from '@adtally/contract/identity/passkey.ts'
import { newId } from '../../../database/identifiers.ts'
import { ALGORITHMS, challengeIn, passkeyIn } from '../../../lib/passkey-signature.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { newSessionToken, sealPasskey } from '../sign-in/credentials.ts'
import { type AtWork, refuseEnded } from '../sign-in/staff-sessions.ts'
import { namedPasskey, QUESTION_LIFE_MS, staffPasskeyPlace } from './answer-passkey.ts'
import { askPasskey, insertPasskey, ownFactors } from './factors.repository.ts'

/**
 * Parameters for making a passkey in this session within minutes. Throws `proof_stale` without a fresh proof,
 * `passkeys_need_host_name`, `passkeys_too_many`.
 */
export async function beginStaffPasskey(
  services: Services,
  { staff_id, username, session_token, is_fresh }: AtWork,
): Promise<PasskeyMaking> {
  const { rp_id } = staffPasskeyPlace(services)
  if (!is_fresh) throw new Refusal('proof_stale')
  const challenge = newSessionToken()
  const own = await services.database
    .transaction({ kind: 'system' }, async (tx) => {
      await askPasskey(tx, challenge, 'make', session_token)
      return await ownFactors(tx, session_token)
    })
    .catch(refuseEnded)
  const passkeys = own?.passkeys ?? []
  if (passkeys.length >= PASSKEYS_MAX) throw new Refusal('passkeys_too_many')
  return {
    challenge,
    rp_id,
    rp_name: services.settings.brand.name,
    // Random to everybody else, as WebAuthn §14.6.1 requires.
    user_handle: Buffer.from(staff_id.replaceAll('-', ''), 'hex').toString('base64url'),
    username,
    timeout_ms: QUESTION_LIFE_MS,
    algorithms: ALGORITHMS,
    passkeys: passkeys.map(namedPasskey),
  }
}

/** Keeps a passkey that was made as asked; answers its id. Throws as `beginStaffPasskey` does, and `passkey_wrong`. */
export async function addStaffPasskey(
  services: Services,
  { staff_id, session_token }: AtWork,
  { name, made }: { name: string; made: NewPasskey },
): Promise<string> {
  const place = staffPasskeyPlace(services)
  const challenge = challengeIn(made.client_data)
  const judged = challenge === null ? null : await passkeyIn(made, { challenge, ...place })
  if (challenge === null || !judged) throw new Refusal('passkey_wrong', { field: 'made' })
  const { credential_id, public_key, sign_count, transports } = judged
  const passkey_id = newId()
  const kept = {
    ...{ passkey_id, challenge, name, credential_id, sign_count, transports },
    ...sealPasskey(services.settings.secret, staff_id, public_key),
  }
  // Refuses outside the transaction, because the question has to stay used up.
  const outcome = await services.database
    .transaction({ kind: 'system' }, (tx) => insertPasskey(tx, session_token, kept))
    .catch(refuseEnded)
  if (outcome === 'stale') throw new Refusal('proof_stale')
  if (outcome === 'too_many') throw new Refusal('passkeys_too_many')
  if (outcome === 'wrong') throw new Refusal('passkey_wrong', { field: 'made' })
  return passkey_id
}
