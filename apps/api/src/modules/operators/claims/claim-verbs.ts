import { claim, listClaims, releaseClaim } from '@adtally/contract/operator/house/claims.ts'
import { rolesAtWork } from '@adtally/contract/operator/statement/staff-calls.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { staffVerb } from '../../module.ts'
import { holdsRole } from '../rules.ts'
import { deleteClaim, heldWork, insertClaim } from './claims.repository.ts'
import { pieceNamed } from './piece-named.ts'

/**
 * `claim`: of two at once one has it. Throws `field_invalid` for a kind of which they may do no work, `work_claimed` with whose it is
 * and until when, if nothing is taken over.
 */
export const claimVerb = staffVerb(
  claim,
  async ({ database }, staff, { work, subject_id, take_over = false }) => {
    if (!holdsRole(staff, rolesAtWork(work))) throw new Refusal('field_invalid', { field: 'work' })
    const piece = pieceNamed(work, subject_id)
    const { is_own, held_by, held_until } = await database.transaction({ kind: 'system' }, (tx) =>
      insertClaim(tx, staff.session_token, piece, take_over),
    )
    if (!is_own)
      throw new Refusal('work_claimed', { values: { held_by, held_until: held_until.toISOString() } })
    return { ...piece, held_by, held_until }
  },
)

/** `release-claim`. Throws `record_not_found` where the person holds no such piece. */
export const releaseClaimVerb = staffVerb(
  releaseClaim,
  async ({ database }, { session_token }, { work, subject_id }) => {
    const piece = pieceNamed(work, subject_id)
    const was_own = await database.transaction({ kind: 'system' }, (tx) =>
      deleteClaim(tx, session_token, piece),
    )
    if (!was_own) throw new Refusal('record_not_found', { field: 'subject_id' })
    return piece
  },
)

/** `list-claims`. */
export const listClaimsVerb = staffVerb(listClaims, async ({ database }, _staff, { work, subject_id }) => {
  const asked =
    subject_id === undefined ? null : work ? [pieceNamed(work, subject_id).subject_id] : [subject_id]
  const items = await database.transaction({ kind: 'system' }, (tx) => heldWork(tx, work ?? null, asked))
  return { items }
})
