import type { Approval, StatedAct } from '@adtally/contract/operator/statement/staff-call.ts'

/** What pages know of an act, whoever's it is. */
export interface ShownAct extends StatedAct {
  area: string
  roles: readonly string[]
  approval?: Approval
  touches?: 'customer'
}
