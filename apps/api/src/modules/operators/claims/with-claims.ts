import type { StaffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import { asRole } from '../../as-role.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { heldWork, renewClaim } from './claims.repository.ts'
import { pieceNamed } from './piece-named.ts'

const PIECE = /^[A-Za-z0-9-]{1,64}$/

type OfWork = Pick<StaffCall, 'works_on'>

/** Renews the claim that somebody has of the piece that they are about to act on or look at; permits and refuses nothing. */
export async function renewOwnClaim(
  services: Services,
  { works_on }: OfWork,
  { session_token }: Pick<Staff, 'session_token'>,
  flags: unknown,
): Promise<void> {
  const name: unknown = works_on && Object(flags)[works_on.by]
  // What names no piece is refused by the act's own schema.
  if (!works_on || typeof name !== 'string' || !PIECE.test(name)) return
  const piece = pieceNamed(works_on.kind, name)
  await asRole(services, 'office').database.transaction({ kind: 'system' }, (tx) =>
    renewClaim(tx, session_token, piece),
  )
}

/** A list of work with who is at each of its rows (`held_by`), if anybody is; any other answer as it is. */
export async function withHolders(
  services: Services,
  { works_on }: OfWork,
  answer: unknown,
): Promise<unknown> {
  const items: unknown = Object(answer).items
  if (!works_on || !Array.isArray(items) || items.length === 0) return answer
  const { kind, by } = works_on
  const nameOf = (row: unknown) => pieceNamed(kind, String(Object(row)[by])).subject_id
  const held = await asRole(services, 'office').database.transaction({ kind: 'system' }, (tx) =>
    heldWork(tx, kind, items.map(nameOf)),
  )
  const holders = new Map(held.map(({ subject_id, held_by }) => [subject_id, held_by]))
  return {
    ...Object(answer),
    items: items.map((row: unknown) => {
      const held_by = holders.get(nameOf(row))
      return held_by === undefined ? row : { ...Object(row), held_by }
    }),
  }
}
