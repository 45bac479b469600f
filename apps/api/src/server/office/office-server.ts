import {
  BROWSER_COOKIE,
  OFFICE_HEADER,
  OFFICE_HEADER_VALUE,
  OFFICE_PERSON_HEADER,
  SESSION_COOKIE,
} from '@adtally/contract/operator/statement/session.ts'
import type { Settings } from '../../settings.ts'
import { type Door, type DoorFace, type DoorRequest, signedIn } from '../door/door.ts'
import type { WireContext } from '../http/answer-call.ts'

/** The office's door, for the console's page alone. */
export function officeFace({
  console_origin: origin,
  console_passkey_origin: named_origin,
  operator_path: path,
}: Pick<Settings, 'console_origin' | 'console_passkey_origin' | 'operator_path'>): DoorFace {
  const header = { name: OFFICE_HEADER, value: OFFICE_HEADER_VALUE }
  return {
    ...{ name: 'office', origin, named_origin, path, header },
    ...{ cookie: SESSION_COOKIE, browser_cookie: BROWSER_COOKIE, person_header: OFFICE_PERSON_HEADER },
  }
}

/** Notes who of the staff asks, for limits and logs. */
export function noteStaff({ staff_id }: { staff_id: string }, context: WireContext): string {
  context.staff_id = staff_id
  return staff_id
}

/** Finds who of the staff is at work by a request's cookie, as `signedIn` does. */
export async function authenticated<Found extends { staff_id: string }>(
  office: Door,
  request: DoorRequest,
  context: WireContext,
  find: (session_token: string) => Promise<Found>,
): Promise<{ found: Found; session_token: string }> {
  return await signedIn(office, request, context, { find, note: noteStaff })
}
