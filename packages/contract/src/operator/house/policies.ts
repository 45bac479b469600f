import * as z from 'zod/mini'
import { STAFF_ROLES } from '../../enums.ts'
import { count, time } from '../../fields.ts'
import { policyCurrent } from '../../policies.ts'
import { moment, reasonText, settings } from '../statement/fields.ts'
import { type Approval, proposed, staffCall } from '../statement/staff-call.ts'

export const policyShow = staffCall({
  name: 'policy-show',
  title: 'Show policy',
  kind: 'read',
  area: 'policies',
  roles: STAFF_ROLES,
  summary:
    'Every policy figure in force with its bounds and what it says; changes announced; who decided each version',
  request: z.strictObject({}),
  response: z.object({
    ...policyCurrent.response.shape,
    /** What each figure is for, by its name. */
    says: z.record(z.string(), z.string()),
    /** The newest first. */
    versions: z.array(
      z.object({
        version: count,
        effective_from: time,
        reason: z.string(),
        /** The two are null for the figures that the program came with. */
        maker: z.nullable(z.string()),
        checker: z.nullable(z.string()),
        decided_at: time,
      }),
    ),
  }),
  refusals: [],
})

export const policyChanging: Approval = {
  action: 'policy.change',
  roles: ['risk', 'finance_checker'],
  refusals: ['policy_out_of_bounds', 'policy_notice_too_short', 'state_conflict'],
}

export const policyPropose = staffCall({
  name: 'policy-propose',
  title: 'Propose policy',
  kind: 'propose',
  area: 'policies',
  roles: ['risk', 'finance_maker'],
  proof: 'fresh',
  approval: policyChanging,
  summary: 'Propose that figures of the policy change',
  note: 'set has a figure and its value each time, such as plan_amount_max=4000 or conversion_window_ms=5d; without effective_from it is as early as the notice allows',
  request: z.strictObject({
    set: settings,
    effective_from: z.optional(moment),
    reason: reasonText,
  }),
  response: proposed,
  refusals: [],
})

export const unpricedPolicyChanging: Approval = {
  ...policyChanging,
  action: 'policy.change_unpriced',
  roles: ['risk', 'admin'],
  refusals: [...policyChanging.refusals, 'field_invalid'],
}

/** As `policyPropose`, for admins, who set nothing that costs, pays or limits money. */
export const unpricedPolicyPropose = staffCall({
  ...policyPropose,
  name: 'propose-unpriced-policy',
  title: 'Propose policy without money',
  roles: ['risk', 'admin'],
  approval: unpricedPolicyChanging,
  summary: 'Propose that figures of the policy change that are neither an amount nor a share of one',
  note: 'set has a figure and its value each time, such as session_idle_ms=20m; without effective_from it is as early as the notice allows',
})
