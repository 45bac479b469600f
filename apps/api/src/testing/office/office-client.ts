import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import { OFFICE_HEADER, OFFICE_HEADER_VALUE } from '@adtally/contract/operator/statement/session.ts'
import type { Services } from '../../modules/services.ts'
import { cookieName } from '../../server/door/door-cookie.ts'
import { officeFace } from '../../server/office/office-server.ts'
import type { WireAnswer } from '../contract-surface.ts'
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

/** Sends what the office's page would of a form with files, each of which is the same few bytes. */
export async function askOfficeForm(
  { server, services: { settings } }: Pick<TestProgram, 'server' | 'services'>,
  name: string,
  input: Readonly<Record<string, unknown>>,
  files: readonly string[],
  token: string,
): Promise<Pick<WireAnswer, 'code' | 'data'>> {
  const parts = new FormData()
  for (const [part, value] of Object.entries(input)) parts.append(part, String(value))
  for (const part of files) parts.append(part, new File(['content'], 'evidence.txt'))
  const encoded = new Response(parts)
  const reply = await server.inject({
    method: 'POST',
    url: `${settings.operator_path}/${name}`,
    headers: {
      [OFFICE_HEADER]: OFFICE_HEADER_VALUE,
      origin: settings.console_origin,
      'sec-fetch-site': 'same-origin',
      'content-type': encoded.headers.get('content-type') ?? '',
      cookie: `${cookieName(officeFace(settings))}=${token}`,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return JSON.parse(reply.body)
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
