import type { InputOf } from '@adtally/contract/call.ts'
import { PASSKEYS_MAX, type PasskeyMaking } from '@adtally/contract/identity/passkey.ts'
import type { passkeyAdd } from '@adtally/contract/identity/security.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { violatedConstraint } from '../../../database/violated-constraint.ts'
import { ALGORITHMS } from '../../../lib/passkey-signature.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { customerById } from '../customers.repository.ts'
import type { HasherTurn } from '../passwords/password-hasher.ts'
import { endSessions } from '../sessions/sessions.repository.ts'
import {
  afterAdding,
  type ChangeProof,
  type Changer,
  changeFactor,
  makeWait,
  tellOfFactor,
} from './change-factor.ts'
import { judgeNewPasskey } from './judge-passkey.ts'
import { namedPasskey, newChallenge, passkeyPlace, QUESTION_LIFE_MS } from './passkey-question.ts'
import { deleteChallenges, deletePasskey, insertPasskey, passkeysOf } from './passkeys.repository.ts'
import { takeAway } from './second-factor.ts'
import { forgetBegunApp, openSecondFactor } from './second-factors.repository.ts'

/**
 * Parameters for making a passkey in this session within minutes. Throws `passkeys_need_host_name` where the
 * program's address has no host name to bind one to, `passkeys_too_many`, and what a change's proof throws.
 */
export async function beginPasskey(
  services: Services,
  changer: Changer,
  proof: ChangeProof,
): Promise<PasskeyMaking> {
  const place = passkeyPlace(services)
  if (!place) throw new Refusal('passkeys_need_host_name')
  const { customer_id, session_id } = changer
  return await changeFactor(services, changer, proof, 'add_passkey', async (tx, row) => {
    const passkeys = await passkeysOf(tx, customer_id)
    if (passkeys.length >= PASSKEYS_MAX) throw new Refusal('passkeys_too_many')
    return {
      challenge: await newChallenge(tx, customer_id, {
        kind: 'make',
        session_id,
        is_first: !row?.set_at,
      }),
      rp_id: place.rp_id,
      rp_name: services.settings.brand.name,
      // Random to everybody else, as WebAuthn §14.6.1 requires.
      user_handle: Buffer.from(customer_id.replaceAll('-', ''), 'hex').toString('base64url'),
      username: (await customerById(tx, customer_id))?.username ?? '',
      timeout_ms: QUESTION_LIFE_MS,
      algorithms: ALGORITHMS,
      passkeys: passkeys.map(namedPasskey),
    }
  })
}

/**
 * Adds a new passkey; returns recovery codes, shown only here, where there were none. Other sessions end. Throws
 * `passkey_wrong` where it was not made as asked or exists; `passkeys_too_many`, `passkeys_need_host_name`.
 */
export async function addPasskey(
  services: Services,
  changer: Changer,
  { name, made }: InputOf<typeof passkeyAdd>,
): Promise<{ recovery_codes: string[] }> {
  if (!passkeyPlace(services)) throw new Refusal('passkeys_need_host_name')
  const { customer_id } = changer
  const { database, identity } = services
  const recovery_codes = await identity.hasher
    .withTurn((turn) =>
      database.transaction({ kind: 'system' }, (tx) =>
        keepNewPasskey(services, tx, changer, { name, made, turn }),
      ),
    )
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'passkeys_credential_key') throw error
      return null
    })
  if (!recovery_codes) throw new Refusal('passkey_wrong', { field: 'made' })
  identity.keeper.forgetCustomer(customer_id)
  return { recovery_codes }
}

/** Recovery codes for the first factor; null where the passkey was not made as asked, which uses the question up. */
async function keepNewPasskey(
  services: Services,
  tx: Transaction,
  changer: Changer,
  { name, made, turn }: InputOf<typeof passkeyAdd> & { turn: HasherTurn },
): Promise<string[] | null> {
  const { customer_id, session_id } = changer
  const row = await openSecondFactor(tx, customer_id)
  const is_first = row.set_at === null
  const use = { kind: 'make', session_id, is_first } as const
  const judged = await judgeNewPasskey(services, tx, customer_id, made, use)
  if (!judged) return null
  if ((await passkeysOf(tx, customer_id)).length >= PASSKEYS_MAX) throw new Refusal('passkeys_too_many')
  await insertPasskey(tx, { ...judged, passkey_id: newId(), customer_id, name })
  // Otherwise an app's secret begun before the passkey could be confirmed without it.
  await forgetBegunApp(tx, customer_id)
  const recovery_codes = await afterAdding(services, tx, changer, { is_first, turn })
  await tellOfFactor(tx, customer_id, { action: 'passkey.added', notice: 'passkey_added' })
  return recovery_codes
}

/**
 * Removes a passkey; other sessions end, and after the last one without an app no factor is required any more. With a
 * recovery code withdrawals then wait, as for the app. Throws `passkey_not_found` and what a change's proof throws.
 */
export async function removePasskey(
  services: Services,
  changer: Changer,
  { passkey_id, ...proof }: ChangeProof & { passkey_id: string },
): Promise<void> {
  const { customer_id, session_id } = changer
  await changeFactor(services, changer, proof, `remove_passkey ${passkey_id}`, async (tx, row, shown) => {
    const passkeys = await passkeysOf(tx, customer_id)
    if (!passkeys.some((one) => one.passkey_id === passkey_id)) throw new Refusal('passkey_not_found')
    await deletePasskey(tx, customer_id, passkey_id)
    await deleteChallenges(tx, customer_id)
    await endSessions(tx, customer_id, session_id, 'second_factor_changed')
    if (shown === 'recovery') await makeWait(tx, customer_id)
    await tellOfFactor(tx, customer_id, { action: 'passkey.removed', notice: 'passkey_removed' })
    if (passkeys.length === 1 && !row?.confirmed_at) await takeAway(tx, customer_id)
  })
}
