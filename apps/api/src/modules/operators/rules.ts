import { EXCLUDING_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import type {
  ProposalEnd,
  ProposalHindrance,
  ProposalStatus,
} from '@adtally/contract/operator/house/proposals.ts'
import { STAFFING_ROLES } from '@adtally/contract/operator/house/staff.ts'
import type { Reason } from '@adtally/contract/reasons.ts'
import type { ApprovedAct, Colleague } from '../module.ts'

/** Two of `roles` that nobody may hold together (PRODUCT §15), or null. Auditors hold no other role. */
export function excludedPair(roles: readonly StaffRole[]): readonly [StaffRole, StaffRole] | null {
  const pair = EXCLUDING_ROLES.find((excluding) => excluding.every((role) => roles.includes(role)))
  if (pair) return pair
  const other = roles.find((role) => role !== 'auditor')
  return other !== undefined && roles.includes('auditor') ? ['auditor', other] : null
}

/**
 * Whether the staff `left` can add the people who are missing, which takes two; nothing else could repair that. Check
 * it before somebody is shut out or gets other roles.
 */
export function canGoOn(left: readonly Colleague[]): boolean {
  return hasFourEyes(left, STAFFING_ROLES, STAFFING_ROLES)
}

/** The maker of the program's own proposals, such as a deposit with an exact reference (PRODUCT §2.6). */
export const PROGRAM_MAKER = {
  staff_id: '00000000-0000-7000-8000-000000000002',
  username: 'program',
  roles: [],
  session_token: null,
} as const satisfies Colleague & { session_token: null }

/** Whether one of `roles` is held. */
export function holdsRole(staff: Colleague, roles: readonly StaffRole[]): boolean {
  return roles.some((role) => staff.roles.includes(role))
}

/** Whether two different `people` may propose (`maker_roles`) and approve (`checker_roles`). */
export function hasFourEyes(
  people: readonly Colleague[],
  maker_roles: readonly StaffRole[],
  checker_roles: readonly StaffRole[],
): boolean {
  const checkers = people.filter((person) => holdsRole(person, checker_roles))
  return people
    .filter((person) => holdsRole(person, maker_roles))
    .some((maker) => checkers.some(({ staff_id }) => staff_id !== maker.staff_id))
}

/** What the rules need to know about a proposal. */
export interface Decidable {
  maker: Colleague
  /** The maker was shut out since, so nobody answers for the proposal. */
  maker_is_disabled: boolean
  status: ProposalStatus
  /** Hash of the current payload, hexadecimal. */
  payload_hash: string
  subject_kind: string
  /** For the kind `staff`, a username. */
  subject_id: string
}

/**
 * Why `checker` may not approve, or null (PRODUCT §15). It takes two different people, neither shut out, a checker
 * who is not the subject and holds a checker's role, an open proposal, and the payload whose hash the audit chain
 * recorded when it was proposed (null if it did not).
 */
export function approvalRefusal(
  proposal: Decidable,
  act: ApprovedAct,
  checker: Colleague,
  payload_hash_recorded: string | null,
): Reason | null {
  if (isOwn(proposal, checker)) return 'four_eyes'
  if (!holdsRole(checker, act.checker_roles)) return 'staff_role_missing'
  if (proposal.status === 'expired') return 'proposal_expired'
  if (proposal.status !== 'open') return 'proposal_decided'
  if (proposal.maker_is_disabled) return 'proposal_maker_disabled'
  if (proposal.payload_hash !== payload_hash_recorded) return 'proposal_altered'
  return null
}

/** Why `person` may not approve a proposal, as far as it and they tell; null if nothing does. */
export function hindranceOf(
  proposal: Decidable,
  act: ApprovedAct | undefined,
  person: Colleague,
): ProposalHindrance | null {
  if (proposal.status !== 'open') return 'ended'
  if (isOwn(proposal, person)) return 'own'
  if (!act || !holdsRole(person, act.checker_roles)) return 'role'
  return proposal.maker_is_disabled ? 'maker_shut_out' : null
}

/** Whether somebody made a proposal, or it is about them. */
function isOwn({ maker, subject_kind, subject_id }: Decidable, person: Colleague): boolean {
  return maker.staff_id === person.staff_id || (subject_kind === 'staff' && subject_id === person.username)
}

/** Why `person` may not end a proposal, or null: the maker may withdraw it, a checker may refuse it. */
export function endingRefusal(proposal: Decidable, act: ApprovedAct, person: Colleague): Reason | null {
  const is_maker = proposal.maker.staff_id === person.staff_id
  if (!is_maker && !holdsRole(person, act.checker_roles)) return 'staff_role_missing'
  if (proposal.status === 'expired') return 'proposal_expired'
  return proposal.status === 'open' ? null : 'proposal_decided'
}

/** A proposal's status at `now`. */
export function proposalStatus(verdict: ProposalEnd | null, expires_at: Date, now: Date): ProposalStatus {
  return verdict ?? (now >= expires_at ? 'expired' : 'open')
}

const SECRET_MEMBER = /(^sealed|_(hash|secret))$/

/** Whether a member of a payload, or a field, is a digest or secret by its name. */
export function isSecretMember(name: string): boolean {
  return SECRET_MEMBER.test(name)
}

/** A payload for colleagues to read: digests and secrets blanked. */
export function readablePayload(payload: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, isSecretMember(name) ? '…' : value]),
  )
}

/** The words that find a proposal: its subject, and every id and number in its payload at any depth. */
export function aboutOf(subject_id: string, payload: unknown): string[] {
  return [...new Set([...subject_id.split(', '), ...namesIn(payload)])]
}

const NAME = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Z]\d{4,12})$/

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return NAME.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : []
}
