import { id } from '@adtally/contract/fields.ts'
import { reasonText } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { type StaffVerb, staffVerb } from '../module.ts'
import { setPlacementOpen } from './placements.repository.ts'

/** `placement-close`: stops delivery to a placement. */
export const closePlacementVerb = openingVerb('placement-close', false)
export const openPlacementVerb = openingVerb('placement-open', true)

function openingVerb(name: string, is_open: boolean): StaffVerb {
  return staffVerb({
    name,
    summary: `${is_open ? 'Deliver to a placement again' : 'Deliver nothing more to a placement'}: --placement-id, --reason`,
    roles: ['content', 'risk'],
    input: z.strictObject({ placement_id: id, reason: reasonText }),
    run: ({ database }, staff, { placement_id, reason }) =>
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
  })
}
