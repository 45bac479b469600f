import { EXCLUDING_ROLES, STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import type { Reason } from '@adtally/contract/reasons.ts'
import type { ApprovedAct, Colleague } from '../module.ts'
import type { ProposalEnd } from './tables.ts'

export const PASSWORD_CHARACTERS_MIN = 12

/** Whoever is on the staff. */
export const EVERY_ROLE: readonly StaffRole[] = STAFF_ROLES
/** Everybody who may change something; which of them may decide on an act, the act says. */
export const CHECKING_ROLES: readonly StaffRole[] = STAFF_ROLES.filter((role) => role !== 'auditor')

/** Who may bring somebody in, and give roles, two of them together. */
export const STAFFING_ROLES: readonly StaffRole[] = ['admin']

/** Two of `roles` that no one person holds together (PRODUCT §15), or null; the auditor's, who changes nothing, stands alone. */
export function excludedPair(roles: readonly StaffRole[]): readonly [StaffRole, StaffRole] | null {
  const pair = EXCLUDING_ROLES.find((excluding) => excluding.every((role) => roles.includes(role)))
  if (pair) return pair
  const other = roles.find((role) => role !== 'auditor')
  return other !== undefined && roles.includes('auditor') ? ['auditor', other] : null
}

/**
 * Whether a staff of those `left` can go on: two can bring in whoever is missing, which nothing else mends. Asked before
 * somebody is shut out or is given other roles.
 */
export function canGoOn(left: readonly Colleague[]): boolean {
  return hasFourEyes(left, STAFFING_ROLES, STAFFING_ROLES)
}

/** The maker of what the program proposes by itself, such as a deposit with an exact reference (PRODUCT §2.6). */
export const PROGRAM_MAKER = {
  staff_id: '00000000-0000-7000-8000-000000000002',
  username: 'program',
  roles: [],
  /** It signs in nowhere. */
  session_token: null,
} as const satisfies Colleague & { session_token: null }

/** Whether one of `roles` is held. */
export function holdsRole(staff: Colleague, roles: readonly StaffRole[]): boolean {
  return roles.some((role) => staff.roles.includes(role))
}

/**
 * Whether two different people are among `people` of whom one may propose, by one of `maker_roles`, and the other approve,
 * by one of `checker_roles`.
 */
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

/** `open` until somebody decides or seven days are over. */
export type ProposalStatus = 'open' | 'expired' | ProposalEnd

/** What a rule needs to know of a proposal. */
export interface Decidable {
  maker: Colleague
  /** Shut out since: nobody answers for it any more. */
  maker_is_disabled: boolean
  status: ProposalStatus
  /** Hash of the payload as it is now, hexadecimal. */
  payload_hash: string
  subject_kind: string
  /** Of `staff`, a username. */
  subject_id: string
}

/**
 * Why `checker` may not approve, or null (PRODUCT §15): two different people, neither of them shut out, the checker not its
 * subject, a checker's role, still open, and the payload whose hash the audit chain recorded when it was proposed (null where it did not).
 */
export function approvalRefusal(
  proposal: Decidable,
  act: ApprovedAct,
  checker: Colleague,
  payload_hash_recorded: string | null,
): Reason | null {
  if (proposal.maker.staff_id === checker.staff_id) return 'four_eyes'
  if (proposal.subject_kind === 'staff' && proposal.subject_id === checker.username) return 'four_eyes'
  if (!holdsRole(checker, act.checker_roles)) return 'staff_role_missing'
  if (proposal.status === 'expired') return 'proposal_expired'
  if (proposal.status !== 'open') return 'proposal_decided'
  if (proposal.maker_is_disabled) return 'proposal_maker_disabled'
  if (proposal.payload_hash !== payload_hash_recorded) return 'proposal_altered'
  return null
}

/** Why `person` may not end a proposal, or null: its maker may withdraw it, a checker may refuse it. */
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

/** A payload as colleagues may read it: digests and secrets blanked. */
export function readablePayload(payload: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, SECRET_MEMBER.test(name) ? '…' : value]),
  )
}

const UNIT_MS = { ms: 1n, s: 1_000n, m: 60_000n, h: 3_600_000n, d: 86_400_000n } as const

/** Milliseconds of `90s`, `72h` or `1d12h`; null where `text` is anything else or nothing. */
export function parseDuration(text: string): bigint | null {
  if (!/^(\d{1,12}(ms|[smhd]))+$/.test(text)) return null
  let sum_ms = 0n
  for (const [, count = '', unit = ''] of text.matchAll(/(\d+)(ms|[smhd])/g)) {
    for (const [name, unit_ms] of Object.entries(UNIT_MS)) {
      if (name === unit) sum_ms += BigInt(count) * unit_ms
    }
  }
  return sum_ms > 0n ? sum_ms : null
}

/** What a proposal is about, to be found by: its subject, and every id and number in its payload, however deep. */
export function aboutOf(subject_id: string, payload: unknown): string[] {
  return [...new Set([...subject_id.split(', '), ...namesIn(payload)])]
}

const NAME = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Z]\d{4,12})$/

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return NAME.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : []
}
