import type { Approval, StatedAct } from '@adtally/contract/operator/statement/staff-call.ts'

/** What pages know of an act, whoever's it is. */
export interface ShownAct extends StatedAct {
  area: string
  roles: readonly string[]
  approval?: Approval
  touches?: 'customer'
  /** The work that it is about, by the field that names the piece, where a desk takes work in turns. */
  works_on?: { kind: string; by: string }
}
