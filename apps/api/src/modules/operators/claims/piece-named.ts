import type { WorkKind } from '@adtally/contract/operator/statement/staff-call.ts'
import type { Work } from './claims.repository.ts'

/** Pieces that go by a number, whose letter may be typed in either case. */
const BY_NUMBER: readonly WorkKind[] = ['withdrawal', 'difference']

/** A piece of work by the one way of writing its name. */
export function pieceNamed(work: WorkKind, name: string): Work {
  const trimmed = name.trim()
  return {
    work,
    subject_id: BY_NUMBER.includes(work) ? trimmed.toUpperCase() : trimmed.toLowerCase(),
  }
}
