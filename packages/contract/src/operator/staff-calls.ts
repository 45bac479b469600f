import * as acceptors from './acceptors.ts'
import * as acceptorsExchange from './acceptors-exchange.ts'
import * as audit from './audit.ts'
import * as books from './books.ts'
import * as booksWallet from './books-wallet.ts'
import * as catalogue from './catalogue.ts'
import * as catalogueCreatives from './catalogue-creatives.ts'
import * as content from './content.ts'
import * as coupons from './coupons.ts'
import * as couponsLeaders from './coupons-leaders.ts'
import * as customers from './customers.ts'
import * as delivery from './delivery.ts'
import * as deliveryRules from './delivery-rules.ts'
import * as deposits from './deposits.ts'
import * as depositsStatements from './deposits-statements.ts'
import * as holds from './holds.ts'
import * as parties from './parties.ts'
import * as partiesMoney from './parties-money.ts'
import * as partiesNotices from './parties-notices.ts'
import * as policies from './policies.ts'
import * as proposals from './proposals.ts'
import * as sandbox from './sandbox.ts'
import * as sandboxClock from './sandbox-clock.ts'
import * as service from './service.ts'
import * as staff from './staff.ts'
import type { StaffCall } from './staff-call.ts'
import * as staffSessions from './staff-sessions.ts'
import * as withdrawals from './withdrawals.ts'

/** The files of statements, one an area. */
const AREAS: readonly Record<string, unknown>[] = [
  acceptorsExchange,
  acceptors,
  audit,
  booksWallet,
  books,
  catalogueCreatives,
  catalogue,
  content,
  couponsLeaders,
  coupons,
  customers,
  deliveryRules,
  delivery,
  depositsStatements,
  deposits,
  holds,
  partiesMoney,
  partiesNotices,
  parties,
  policies,
  proposals,
  sandboxClock,
  sandbox,
  service,
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

/** Every act of staff, by its name: for the server's completeness check, the OpenAPI document, `docs/roles.md` and tests. */
export const STAFF_CALLS: readonly StaffCall[] = [...STATED, approveProposal].toSorted((one, other) =>
  one.name < other.name ? -1 : 1,
)
