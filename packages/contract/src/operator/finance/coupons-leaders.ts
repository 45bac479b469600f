import * as z from 'zod/mini'
import { customerHandle, reasonText, wholeText } from '../statement/fields.ts'
import { type Approval, proposed, staffCall } from '../statement/staff-call.ts'

export const leaderFeeSetting: Approval = {
  action: 'leader_fee.set',
  roles: ['finance_checker', 'risk'],
  refusals: ['policy_out_of_bounds', 'related_party'],
}

export const setLeaderFee = staffCall({
  name: 'set-leader-fee',
  kind: 'propose',
  area: 'coupons',
  roles: ['support', 'content', 'finance_maker'],
  approval: leaderFeeSetting,
  touches: 'customer',
  summary: 'Propose a leader’s share of followers’ profit; whoever follows already keeps their rate',
  note: 'fee_percent is whole and within the policy; 0 takes the share away',
  request: z.strictObject({ customer: customerHandle, fee_percent: wholeText(0, 99), reason: reasonText }),
  response: proposed,
  refusals: ['record_not_found'],
})
