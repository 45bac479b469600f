import * as z from 'zod/mini'
import { because, id, pageOf, time } from '../../fields.ts'
import { partnerEmail } from '../../partner/fields.ts'
import { PARTNER_ROLES, PARTNER_SIDES, PERSON_STATES } from '../../partner/statement/partner-call.ts'
import { listFlags, reasonText } from '../statement/fields.ts'
import { type Approval, proposedWith, staffCall } from '../statement/staff-call.ts'

const MAKERS = ['content', 'finance_maker', 'risk'] as const
const CHECKERS = ['finance_checker', 'risk'] as const

/** Answered to the maker: half of an activation code, to hand over; approving answers the other half. */
const withFirstCode = proposedWith({ first_code: z.string() })

export const partnerInviting: Approval = {
  action: 'partner.invite',
  roles: CHECKERS,
  refusals: ['record_not_found', 'record_exists', 'state_conflict'],
}

export const invitePartner = staffCall({
  name: 'invite-partner',
  kind: 'propose',
  area: 'parties',
  roles: MAKERS,
  approval: partnerInviting,
  proof: 'fresh',
  summary:
    'Propose that somebody of an advertiser’s or a publisher’s may sign in; prints the first half of their activation code, approving prints the second',
  note: 'party_id is the advertiser’s or the publisher’s, as list-marketplace shows it; the first of a party is an owner; the code is good for a week',
  request: z.strictObject({
    side: z.enum(PARTNER_SIDES, { error: because('field_invalid') }),
    party_id: id,
    email: partnerEmail,
    role: z.enum(PARTNER_ROLES, { error: because('field_invalid') }),
    reason: reasonText,
  }),
  response: proposedWith({ partner_person_id: id, first_code: z.string() }),
  refusals: ['email_invalid'],
})

export const partnerReadmitting: Approval = {
  action: 'partner.readmit',
  roles: CHECKERS,
  refusals: ['record_not_found', 'state_conflict'],
}

export const readmitPartner = staffCall({
  name: 'readmit-partner',
  kind: 'propose',
  area: 'parties',
  roles: MAKERS,
  approval: partnerReadmitting,
  proof: 'fresh',
  summary:
    'Propose that somebody of a partner’s who was shut out comes back, with another password and second factor; prints the first half of their activation code, approving prints the second',
  request: z.strictObject({ partner_person_id: id, reason: reasonText }),
  response: withFirstCode,
  refusals: [],
})

export const partnerFactorResetting: Approval = {
  action: 'partner.reset_factor',
  roles: CHECKERS,
  refusals: ['record_not_found', 'state_conflict'],
}

export const resetPartnerFactor = staffCall({
  name: 'reset-partner-factor',
  kind: 'propose',
  area: 'parties',
  roles: MAKERS,
  approval: partnerFactorResetting,
  proof: 'fresh',
  summary:
    'Propose that somebody of a partner’s who lost their second factor, or whose activation code has ended, set up both anew; prints the first half of their activation code, approving prints the second, and their sessions end',
  request: z.strictObject({ partner_person_id: id, reason: reasonText }),
  response: withFirstCode,
  refusals: [],
})

/** By one person and at once, because a stolen password can't wait. */
export const shutOutPartner = staffCall({
  name: 'shut-out-partner',
  kind: 'act',
  area: 'parties',
  roles: ['risk'],
  proof: 'fresh',
  summary: 'Shut somebody of a partner’s out at once; their sessions end',
  request: z.strictObject({ partner_person_id: id, reason: reasonText }),
  response: z.object({ partner_person_id: id, state: z.literal('shut_out') }),
  refusals: ['record_not_found', 'state_conflict'],
})

export const listPartnerPeople = staffCall({
  name: 'list-partner-people',
  kind: 'read',
  area: 'parties',
  roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
  summary:
    'Who of advertisers and publishers may sign in, whoever was invited first first; those removed stay listed',
  note: 'party_id: of that advertiser or publisher alone',
  request: z.strictObject({ party_id: z.optional(id), ...listFlags }),
  response: pageOf(
    z.object({
      partner_person_id: id,
      side: z.enum(PARTNER_SIDES),
      party_id: id,
      email: z.string(),
      role: z.enum(PARTNER_ROLES),
      state: z.enum(PERSON_STATES),
      second_factor: z.boolean(),
      /** Null where two of the staff invited them. */
      invited_by: z.nullable(id),
      invited_at: time,
    }),
  ),
  refusals: [],
})
