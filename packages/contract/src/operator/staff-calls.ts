import * as audit from './audit.ts'
import * as books from './books.ts'
import * as catalogue from './catalogue.ts'
import * as catalogueCreatives from './catalogue-creatives.ts'
import * as couponsLeaders from './coupons-leaders.ts'
import * as holds from './holds.ts'
import * as parties from './parties.ts'
import * as partiesMoney from './parties-money.ts'
import * as partiesNotices from './parties-notices.ts'
import * as policies from './policies.ts'
import * as sandbox from './sandbox.ts'
import type { StaffCall } from './staff-call.ts'

/** The files of statements, one an area. */
const AREAS: readonly Record<string, unknown>[] = [
  audit,
  books,
  catalogueCreatives,
  catalogue,
  couponsLeaders,
  holds,
  partiesMoney,
  partiesNotices,
  parties,
  policies,
  sandbox,
]

function isStaffCall(member: unknown): member is StaffCall {
  return typeof member === 'object' && member !== null && 'kind' in member && 'response' in member
}

/** Every act of staff, by its name: for the server's completeness check, the OpenAPI document, `docs/roles.md` and tests. */
export const STAFF_CALLS: readonly StaffCall[] = AREAS.flatMap((area) =>
  Object.values(area).filter(isStaffCall),
).toSorted((one, other) => (one.name < other.name ? -1 : 1))
