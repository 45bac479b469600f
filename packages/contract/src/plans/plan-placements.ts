import * as z from 'zod/mini'
import { customerCall } from '../call.ts'
import { because, id } from '../fields.ts'
import { planCard } from './plans.ts'

export const planPlacementPause = customerCall('POST /plan/order/placement/pause', {
  name: 'planPlacementPause',
  summary: 'Pause or resume delivery on one placement of a running plan; the others go on',
  request: z.strictObject({
    plan_id: id,
    placement_id: id,
    paused: z.boolean({ error: because('field_invalid') }),
  }),
  response: planCard,
  refusals: ['plan_not_found', 'plan_not_pausable', 'placement_not_found', 'placement_last'],
})
