import { closePlacement, openPlacement } from '@adtally/contract/operator/market/catalogue.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { type StaffVerb, staffVerb } from '../module.ts'
import { setPlacementOpen } from './placements.repository.ts'

/** `placement-close`: stops delivery to a placement. */
export const closePlacementVerb = openingVerb(closePlacement, false)
export const openPlacementVerb = openingVerb(openPlacement, true)

function openingVerb(call: typeof openPlacement | typeof closePlacement, is_open: boolean): StaffVerb {
  return staffVerb(call, ({ database }, staff, { placement_id, reason }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      if (!(await setPlacementOpen(tx, placement_id, is_open))) {
        throw new Refusal('state_conflict', { field: 'placement_id' })
      }
      await audit.byStaff(tx, staff, {
        action: is_open ? 'placement.opened' : 'placement.closed',
        subject: { kind: 'placement', id: placement_id },
        reason,
      })
      return { placement_id, open: is_open }
    }),
  )
}
