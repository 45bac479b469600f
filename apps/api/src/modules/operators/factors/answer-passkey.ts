import type { PasskeyAnswer, PasskeyQuestion } from '@adtally/contract/identity/passkey.ts'
import {
  challengeIn,
  type PasskeyPlace,
  passkeyPlaceOf,
  signCountIn,
} from '../../../lib/passkey-signature.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { browserTokens, type SignedIn, type Whereabouts } from '../sign-in/authenticate-staff.ts'
import { newSessionToken, openPasskey } from '../sign-in/credentials.ts'
import { refuseEnded, resumeSession } from '../sign-in/staff-sessions.ts'
import {
  askPasskey,
  ownFactors,
  type PasskeyOutcome,
  type PasskeyTry,
  passkeyParameters,
  tryProofByPasskey,
  trySignInByPasskey,
} from './factors.repository.ts'

/** How long a question waits for its answer, which the database holds it to. */
export const QUESTION_LIFE_MS = 5 * 60_000

/** Where staff's passkeys are accepted. Throws `passkeys_need_host_name` where the office's address is a number. */
export function staffPasskeyPlace({ settings }: Services): PasskeyPlace {
  const place = passkeyPlaceOf(settings.console_passkey_origin)
  if (!place) throw new Refusal('passkeys_need_host_name')
  return place
}

/** A question by which whoever has a passkey of this host signs in; it names nobody. */
export async function askToSignIn(services: Services): Promise<PasskeyQuestion> {
  const { rp_id } = staffPasskeyPlace(services)
  const challenge = newSessionToken()
  await services.database.transaction({ kind: 'system' }, (tx) => askPasskey(tx, challenge, 'sign_in', null))
  return { challenge, rp_id, timeout_ms: QUESTION_LIFE_MS, passkeys: [] }
}

/** A question to who is at work by this session, for their own passkeys alone. */
export async function askToProve(
  services: Services,
  { session_token }: Pick<Staff, 'session_token'>,
): Promise<PasskeyQuestion> {
  const { rp_id } = staffPasskeyPlace(services)
  const challenge = newSessionToken()
  const own = await services.database
    .transaction({ kind: 'system' }, async (tx) => {
      await askPasskey(tx, challenge, 'proof', session_token)
      return await ownFactors(tx, session_token)
    })
    .catch(refuseEnded)
  const passkeys = (own?.passkeys ?? []).map(namedPasskey)
  return { challenge, rp_id, timeout_ms: QUESTION_LIFE_MS, passkeys }
}

/** What browsers find a passkey by. */
export function namedPasskey({ credential_id, transports }: { credential_id: string; transports: string[] }) {
  return { credential_id: Buffer.from(credential_id, 'hex').toString('base64url'), transports }
}

/**
 * Signs somebody in by a passkey that answers a question of `askToSignIn`, and opens a session. Nobody is locked: there is
 * nothing to guess. Throws `passkey_wrong`, `passkey_counter_back`, `passkeys_need_host_name`.
 */
export async function signInByPasskey(
  services: Services,
  answer: PasskeyAnswer,
  { network, device, browser_token }: Whereabouts,
): Promise<SignedIn> {
  const tried = await tryOf(services, answer)
  const session_token = newSessionToken()
  const opened = { session_token, network, device, ...browserTokens(browser_token) }
  // Refuses outside the transaction, because the question has to stay used up.
  const judged = await services.database.transaction({ kind: 'system' }, (tx) =>
    trySignInByPasskey(tx, tried, opened),
  )
  refuseUnlessRight(judged.outcome)
  return { ...(await resumeSession(services, session_token)), browser_token: judged.browser_token }
}

/** Proves again who is at work, by a passkey that answers this session's question. Throws as `signInByPasskey` does. */
export async function proveByPasskey(
  services: Services,
  { session_token }: Pick<Staff, 'session_token'>,
  answer: PasskeyAnswer,
  network: string,
): Promise<void> {
  const tried = await tryOf(services, answer)
  const outcome = await services.database
    .transaction({ kind: 'system' }, (tx) => tryProofByPasskey(tx, session_token, tried, network))
    .catch(refuseEnded)
  refuseUnlessRight(outcome)
}

/** Checks the signature; whether the question was ours, and the count, the database judges. */
async function tryOf(services: Services, answer: PasskeyAnswer): Promise<PasskeyTry> {
  const place = staffPasskeyPlace(services)
  const { database, settings } = services
  const credential_id = Buffer.from(answer.credential_id, 'base64url')
  const challenge = challengeIn(answer.client_data)
  if (challenge === null) throw new Refusal('passkey_wrong', { field: 'passkey' })
  const known = await database.transaction({ kind: 'system' }, (tx) => passkeyParameters(tx, credential_id))
  const key = known && openPasskey(settings.secret, known.staff_id, known.key_sealed)
  const sign_count = key ? await signCountIn(key.public_key, answer, { challenge, ...place }) : null
  return {
    challenge,
    credential_id,
    key_proof: key && sign_count !== null ? key.key_proof : null,
    sign_count,
  }
}

function refuseUnlessRight(outcome: PasskeyOutcome): void {
  if (outcome === 'counter_back') throw new Refusal('passkey_counter_back', { field: 'passkey' })
  if (outcome !== 'right') throw new Refusal('passkey_wrong', { field: 'passkey' })
}
