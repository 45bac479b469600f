import { STAFF_ROLES, type StaffRole } from '../../enums.ts'
import * as acceptors from '../finance/acceptors.ts'
import * as acceptorsExchange from '../finance/acceptors-exchange.ts'
import * as books from '../finance/books.ts'
import * as booksWallet from '../finance/books-wallet.ts'
import * as coupons from '../finance/coupons.ts'
import * as couponsLeaders from '../finance/coupons-leaders.ts'
import * as deposits from '../finance/deposits.ts'
import * as depositsStatements from '../finance/deposits-statements.ts'
import * as holds from '../finance/holds.ts'
import * as partiesMoney from '../finance/parties-money.ts'
import * as withdrawals from '../finance/withdrawals.ts'
import * as audit from '../house/audit.ts'
import * as claims from '../house/claims.ts'
import * as content from '../house/content.ts'
import * as customers from '../house/customers.ts'
import * as evidence from '../house/evidence.ts'
import * as policies from '../house/policies.ts'
import * as proposals from '../house/proposals.ts'
import * as sandbox from '../house/sandbox.ts'
import * as sandboxClock from '../house/sandbox-clock.ts'
import * as service from '../house/service.ts'
import * as staff from '../house/staff.ts'
import * as staffFactors from '../house/staff-factors.ts'
import * as staffSessions from '../house/staff-sessions.ts'
import * as catalogue from '../market/catalogue.ts'
import * as catalogueCreatives from '../market/catalogue-creatives.ts'
import * as delivery from '../market/delivery.ts'
import * as deliveryRules from '../market/delivery-rules.ts'
import * as parties from '../market/parties.ts'
import * as partiesNotices from '../market/parties-notices.ts'
import * as partners from '../market/partners.ts'
import type { StaffCall, WorkKind } from './staff-call.ts'

/** The files of statements, one an area. */
const AREAS: readonly Record<string, unknown>[] = [
  acceptorsExchange,
  acceptors,
  audit,
  booksWallet,
  books,
  catalogueCreatives,
  catalogue,
  claims,
  content,
  couponsLeaders,
  coupons,
  customers,
  deliveryRules,
  delivery,
  depositsStatements,
  deposits,
  evidence,
  holds,
  partiesMoney,
  partiesNotices,
  parties,
  partners,
  policies,
  proposals,
  sandboxClock,
  sandbox,
  service,
  staffFactors,
  staffSessions,
  staff,
  withdrawals,
]

function isStaffCall(member: unknown): member is StaffCall {
  return typeof member === 'object' && member !== null && 'kind' in member && 'response' in member
}

const STATED: readonly StaffCall[] = AREAS.flatMap((area) => Object.values(area).filter(isStaffCall))

/** Stated here because whoever approves may be refused whatever any act refuses. */
export const approveProposal = proposals.approving(STATED.flatMap(({ approval }) => approval?.refusals ?? []))

/** Stated here because what is waited for is of any act that two people do. */
export const listProposals = proposals.listingProposals(
  [...new Set(STATED.flatMap(({ approval }) => approval?.action ?? []))].toSorted(),
)

/** Every act of staff, by its name: for the server's completeness check, the OpenAPI document, `docs/roles.md` and tests. */
export const STAFF_CALLS: readonly StaffCall[] = [...STATED, approveProposal, listProposals].toSorted(
  (one, other) => (one.name < other.name ? -1 : 1),
)

/** Who may do some of the work of a kind, beyond looking at it. */
export function rolesAtWork(kind: WorkKind): readonly StaffRole[] {
  const acts = STAFF_CALLS.filter((call) => call.kind !== 'read' && call.works_on?.kind === kind)
  return STAFF_ROLES.filter((role) => acts.some(({ roles }) => roles.includes(role)))
}
