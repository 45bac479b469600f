import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Staff } from '../../module.ts'
import { base32, totpAddress } from '../../operators/index.ts'
import type { Services } from '../../services.ts'
import { customerById } from '../customers.repository.ts'
import { sealContact } from '../profile/contact-sealing.ts'
import { endSessions, endSessionsWithFactor } from '../sessions/sessions.repository.ts'
import {
  afterAdding,
  type ChangeProof,
  type Changer,
  changeFactor,
  makeWait,
  tellOfFactor,
} from './change-factor.ts'
import { type CheckedFactor, judgeCode } from './check-second-factor.ts'
import { deleteChallenges, passkeysOf } from './passkeys.repository.ts'
import {
  beginApp,
  countRecoveryCodes,
  deleteApp,
  deleteSecondFactor,
  findSecondFactor,
  lockSecondFactor,
  markConfirmed,
} from './second-factors.repository.ts'

/** RFC 4226 §4: 160 bits. */
const SECRET_BYTES = 20

/** Since when withdrawals and sign-ins require a second factor (null: they do not), which, and codes left. */
export async function readSecondFactor({ database }: Services, customer_id: string) {
  return await database.transaction({ kind: 'system' }, async (tx) => {
    const row = await findSecondFactor(tx, customer_id)
    return {
      since: row?.set_at ?? null,
      app_since: row?.confirmed_at ?? null,
      at_sign_in_since: row?.at_sign_in_since ?? null,
      recovery_codes_left: await countRecoveryCodes(tx, customer_id),
      passkeys: await passkeysOf(tx, customer_id),
    }
  })
}

/**
 * A new secret for an authenticator app, shown only here; it is not required before `confirmSecondFactor`. Throws
 * `second_factor_set` where there is an app, and what a change's proof throws.
 */
export async function beginSecondFactor(
  services: Services,
  changer: Changer,
  proof: ChangeProof,
): Promise<{ secret: string; address: string }> {
  const { customer_id } = changer
  const { settings } = services
  const secret = randomBytes(SECRET_BYTES)
  const sealed = sealContact(settings.secret, customer_id, secret.toString('hex'), 'identity-second-factor')
  const username = await changeFactor(services, changer, proof, 'add_app', async (tx, row) => {
    if (row?.confirmed_at || !(await beginApp(tx, customer_id, sealed))) {
      throw new Refusal('second_factor_set')
    }
    return (await customerById(tx, customer_id))?.username ?? ''
  })
  return { secret: base32(secret), address: totpAddress(settings.brand.name, username, secret) }
}

/**
 * Sets the app up with its first code; returns recovery codes, shown only here, where there were none. Other sessions
 * end, because they have not shown the app. Throws `second_factor_not_set` where none was begun, `second_factor_set`,
 * `second_factor_wrong`, `second_factor_locked`.
 */
export async function confirmSecondFactor(
  services: Services,
  changer: Changer,
  { code }: { code: string },
): Promise<{ recovery_codes: string[] }> {
  const { customer_id } = changer
  let recovery_codes: string[] = []
  const { database, identity } = services
  const verdict = await identity.hasher.withTurn((turn) =>
    database.transaction({ kind: 'system' }, async (tx): Promise<CheckedFactor> => {
      const row = await lockSecondFactor(tx, customer_id)
      if (!row?.secret_sealed) throw new Refusal('second_factor_not_set')
      if (row.confirmed_at) throw new Refusal('second_factor_set')
      const judged = await judgeCode(services, tx, row, { code, turn: null }, 'code')
      if (judged.kind !== 'app') return judged
      // First require a factor: without that, the row allows no confirmed app.
      recovery_codes = await afterAdding(services, tx, changer, { is_first: !row.set_at, turn })
      await markConfirmed(tx, customer_id)
      await tellOfFactor(tx, customer_id, { action: 'second_factor.set', notice: 'second_factor_set' })
      return judged
    }),
  )
  if (verdict.kind === 'refused') throw verdict.refusal
  identity.keeper.forgetCustomer(customer_id)
  return { recovery_codes }
}

/**
 * Removes the app; other sessions end, and without a passkey no factor is required any more. With a recovery code,
 * which may have been found, withdrawals then wait as after a reset of the transaction password (PRODUCT §7). Throws
 * `second_factor_not_set` where there is no app, and what a change's proof throws.
 */
export async function removeSecondFactor(
  services: Services,
  changer: Changer,
  proof: ChangeProof,
): Promise<void> {
  const { customer_id, session_id } = changer
  await changeFactor(services, changer, proof, 'remove_app', async (tx, row, shown) => {
    if (!row?.confirmed_at) throw new Refusal('second_factor_not_set')
    await endSessions(tx, customer_id, session_id, 'second_factor_changed')
    if (shown === 'recovery') await makeWait(tx, customer_id)
    if ((await passkeysOf(tx, customer_id)).length === 0) {
      await takeAway(tx, customer_id)
      return
    }
    await deleteApp(tx, customer_id)
    await deleteChallenges(tx, customer_id)
    const notice = 'second_factor_app_removed'
    await tellOfFactor(tx, customer_id, { action: 'second_factor.app_removed', notice })
  })
}

/**
 * Removes a lost second factor, as two members of staff agreed: withdrawals wait, and every session ends, since none
 * has proved to be the customer's.
 */
export async function takeAwayLost(tx: Transaction, customer_id: string, staff: Staff): Promise<void> {
  await endSessionsWithFactor(tx, customer_id)
  await makeWait(tx, customer_id)
  await takeAway(tx, customer_id, { kind: 'staff', staff })
}

/** Removes all of a factor, recovery codes too, so that none is required any more. */
export async function takeAway(
  tx: Transaction,
  customer_id: string,
  actor: Parameters<typeof tellOfFactor>[2]['actor'] = { kind: 'customer', customer_id },
): Promise<void> {
  await deleteSecondFactor(tx, customer_id)
  await tellOfFactor(tx, customer_id, {
    action: 'second_factor.removed',
    notice: 'second_factor_removed',
    actor,
  })
}
