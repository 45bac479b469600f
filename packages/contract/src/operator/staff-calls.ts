import * as customers from './customers.ts'
import * as holds from './holds.ts'
import * as proposals from './proposals.ts'
import * as sandboxClock from './sandbox-clock.ts'
import * as staff from './staff.ts'
import type { StaffCall } from './staff-call.ts'

/** The files of statements, one an area. */
const AREAS: readonly Record<string, unknown>[] = [customers, holds, proposals, sandboxClock, staff]

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
