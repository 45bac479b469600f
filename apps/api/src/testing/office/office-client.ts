import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import { OFFICE_HEADER, OFFICE_HEADER_VALUE } from '@adtally/contract/operator/statement/session.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { Services } from '../../modules/services.ts'
import { sessionCookieName } from '../../server/office/session-cookie.ts'
import { queryOf, type WireAnswer } from '../contract-surface.ts'
import type { TestProgram } from '../servers/test-program.ts'
import { buildStaff, joinStaff, STAFF_PASSWORD } from '../worlds/build-staff.ts'

export interface OfficeAnswer extends WireAnswer {
  headers: LightMyRequestResponse['headers']
}

interface Asked {
  method?: 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT'
  /** The session's token. */
  token?: string | undefined
  /** Fields beside those of the office's page, or instead of them; `null` leaves one out. */
  fields?: Readonly<Record<string, string | null>>
  address?: string
}

/** Sends what the office's page would, by `POST` unless said otherwise: text unchanged, anything else as JSON or a query. */
export async function askOffice(
  { server, services: { settings } }: Pick<TestProgram, 'server' | 'services'>,
  name: string,
  input: unknown = {},
  { method = 'POST', token, fields = {}, address }: Asked = {},
): Promise<OfficeAnswer> {
  const has_body = method === 'POST' || method === 'PUT'
  const query = queryOf(input)
  const sent: Record<string, string | null> = {
    [OFFICE_HEADER]: OFFICE_HEADER_VALUE,
    origin: has_body ? settings.console_origin : null,
    'sec-fetch-site': 'same-origin',
    'content-type': has_body ? 'application/json' : null,
    cookie: token === undefined ? null : `${sessionCookieName(settings)}=${token}`,
    ...fields,
  }
  const reply = await server.inject({
    method,
    url: `${settings.operator_path}/${name}${has_body || query.size === 0 ? '' : `?${query}`}`,
    headers: Object.fromEntries(
      Object.entries(sent).flatMap(([field, value]): [string, string][] =>
        value === null ? [] : [[field, value]],
      ),
    ),
    ...(has_body && { payload: typeof input === 'string' ? input : JSON.stringify(input) }),
    ...(address && { remoteAddress: address }),
  })
  const body = reply.body === '' ? { code: 0, data: {} } : JSON.parse(reply.body)
  return {
    code: body.code,
    data: body.data ?? {},
    status: reply.statusCode,
    text: reply.body,
    headers: reply.headers,
  }
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
  for (const part of files) parts.append(part, new File(['content'], 'evidence.pdf'))
  const encoded = new Response(parts)
  const reply = await server.inject({
    method: 'POST',
    url: `${settings.operator_path}/${name}`,
    headers: {
      [OFFICE_HEADER]: OFFICE_HEADER_VALUE,
      origin: settings.console_origin,
      'sec-fetch-site': 'same-origin',
      'content-type': encoded.headers.get('content-type') ?? '',
      cookie: `${sessionCookieName(settings)}=${token}`,
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
