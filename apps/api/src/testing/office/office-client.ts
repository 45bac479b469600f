import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import type { Services } from '../../modules/services.ts'
import { cookieName } from '../../server/door/door-cookie.ts'
import { officeFace } from '../../server/office/office-server.ts'
import type { TestProgram } from '../servers/test-program.ts'
import { buildStaff, joinStaff, STAFF_PASSWORD } from '../worlds/build-staff.ts'
import { type Asked, askDoor, type DoorAnswer } from './ask-door.ts'

export type OfficeAnswer = DoorAnswer

/** Sends what the office's page would, by `POST` unless said otherwise: text unchanged, anything else as JSON or a query. */
export async function askOffice(
  program: Pick<TestProgram, 'server' | 'services'>,
  name: string,
  input: unknown = {},
  asked: Asked = {},
): Promise<OfficeAnswer> {
  const face = officeFace(program.services.settings)
  return await askDoor(program, { face, cookie: cookieName(face) }, name, input, asked)
}

/** The token in the cookie that a reply sets; empty if it sets none. */
export function tokenSet({ headers }: OfficeAnswer): string {
  return /=([^;]*)/.exec(String(headers['set-cookie'] ?? ''))?.[1] ?? ''
}

/** Signs in as the office's page does; the session's token. */
export async function signInOver(
  program: Pick<TestProgram, 'server' | 'services'>,
  username: string,
  address?: string,
): Promise<string> {
  const asked = { username, password: STAFF_PASSWORD }
  const answer = await askOffice(program, 'login', asked, { ...(address && { address }) })
  if (answer.code !== 200) throw new Error(`${username} can't sign in: ${answer.text}`)
  return tokenSet(answer)
}

/** One member of staff for each role, who has no other: their usernames. */
export async function oneOfEachRole(services: Services): Promise<ReadonlyMap<StaffRole, string>> {
  const built = await buildStaff(services)
  const names = new Map<StaffRole, string>()
  for (const role of STAFF_ROLES) {
    const username = `one.${role.replaceAll('_', '.')}`
    await joinStaff(services, built, { username, roles: [role] })
    names.set(role, username)
  }
  return names
}
