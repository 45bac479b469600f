import * as acceptors from './acceptors.ts'
import * as acceptorsExchange from './acceptors-exchange.ts'
import * as content from './content.ts'
import * as coupons from './coupons.ts'
import * as holds from './holds.ts'
import * as service from './service.ts'
import type { StaffCall } from './staff-call.ts'

/** The files of statements, one an area. */
const AREAS: readonly Record<string, unknown>[] = [
  acceptors,
  acceptorsExchange,
  content,
  coupons,
  holds,
  service,
]

function isStaffCall(member: unknown): member is StaffCall {
  return typeof member === 'object' && member !== null && 'kind' in member && 'response' in member
}

/** Every act of staff, by its name: for the server's completeness check, the OpenAPI document, `docs/roles.md` and tests. */
export const STAFF_CALLS: readonly StaffCall[] = AREAS.flatMap((area) =>
  Object.values(area).filter(isStaffCall),
).toSorted((one, other) => (one.name < other.name ? -1 : 1))
