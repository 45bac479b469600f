import * as holds from './holds.ts'
import type { StaffCall } from './staff-call.ts'
import * as staffSessions from './staff-sessions.ts'

/** The files of statements, one an area. */
const AREAS: readonly Record<string, unknown>[] = [holds, staffSessions]

function isStaffCall(member: unknown): member is StaffCall {
  return typeof member === 'object' && member !== null && 'kind' in member && 'response' in member
}

/** Every act of staff, by its name: for the server's completeness check, the OpenAPI document, `docs/roles.md` and tests. */
export const STAFF_CALLS: readonly StaffCall[] = AREAS.flatMap((area) =>
  Object.values(area).filter(isStaffCall),
).toSorted((one, other) => (one.name < other.name ? -1 : 1))
