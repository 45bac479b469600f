import {
  listOwnFactors,
  removeOwnPasskey,
  renewRecoveryCodes,
} from '@adtally/contract/operator/house/staff-factors.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { staffVerb } from '../../module.ts'
import { newRecoveryCodes, spelledRecoveryCode } from '../sign-in/recovery-codes.ts'
import { deletePasskey, ownFactors, replaceRecoveryCodes } from './factors.repository.ts'

export const listOwnFactorsVerb = staffVerb(listOwnFactors, async ({ database }, { session_token }) => {
  const own = await database.transaction({ kind: 'system' }, (tx) => ownFactors(tx, session_token))
  if (!own) throw new Refusal('token_expired')
  return {
    authenticator_app: own.has_app,
    recovery_codes_left: Number(own.recovery_codes),
    checks_money_from: own.checks_money_from,
    items: own.passkeys.map(({ passkey_id, name, added_at, last_used_at }) => ({
      ...{ passkey_id, name },
      added_at: new Date(added_at),
      last_used_at: last_used_at === null ? null : new Date(last_used_at),
    })),
  }
})

export const removeOwnPasskeyVerb = staffVerb(
  removeOwnPasskey,
  async ({ database }, { session_token }, { passkey_id }) => {
    const outcome = await database.transaction({ kind: 'system' }, (tx) =>
      deletePasskey(tx, session_token, passkey_id),
    )
    if (outcome === 'unknown') throw new Refusal('passkey_not_found', { field: 'passkey_id' })
    if (outcome === 'last') throw new Refusal('state_conflict', { field: 'passkey_id' })
    return { passkey_id }
  },
)

export const renewRecoveryCodesVerb = staffVerb(
  renewRecoveryCodes,
  async ({ database }, { session_token }) => {
    const recovery_codes = newRecoveryCodes()
    const is_done = await database.transaction({ kind: 'system' }, (tx) =>
      replaceRecoveryCodes(tx, session_token, recovery_codes.map(spelledRecoveryCode)),
    )
    if (!is_done) throw new Refusal('proof_stale')
    return { recovery_codes }
  },
)
