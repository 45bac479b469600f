import type { LightMyRequestResponse } from 'fastify'
import type { DoorFace } from '../../server/door/door.ts'
import { queryText, type WireAnswer } from '../contract-surface.ts'
import type { TestProgram } from '../servers/test-program.ts'

export interface DoorAnswer extends WireAnswer {
  headers: LightMyRequestResponse['headers']
}

export interface Asked {
  method?: 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT'
  /** The session's token. */
  token?: string | undefined
  /** Fields beside those of the door's page, or instead of them; `null` leaves one out. */
  fields?: Readonly<Record<string, string | null>>
  address?: string
}

/** Sends what a door's page would, by `POST` unless said otherwise: text unchanged, anything else as JSON or a query. */
export async function askDoor(
  { server }: Pick<TestProgram, 'server'>,
  { face, cookie }: { face: DoorFace; cookie: string },
  name: string,
  input: unknown = {},
  { method = 'POST', token, fields = {}, address }: Asked = {},
): Promise<DoorAnswer> {
  const has_body = method === 'POST' || method === 'PUT'
  const query = new URLSearchParams(
    Object.entries(Object(input)).map(([key, value]): [string, string] => [key, queryText(value)]),
  )
  const sent: Record<string, string | null> = {
    [face.header.name]: face.header.value,
    origin: has_body ? face.origin : null,
    'sec-fetch-site': 'same-origin',
    'content-type': has_body ? 'application/json' : null,
    cookie: token === undefined ? null : `${cookie}=${token}`,
    ...fields,
  }
  const reply = await server.inject({
    method,
    url: `${face.path}/${name}${has_body || query.size === 0 ? '' : `?${query}`}`,
    headers: Object.fromEntries(
      Object.entries(sent).flatMap(([field, value]): [string, string][] =>
        value === null ? [] : [[field, value]],
      ),
    ),
    ...(has_body && { payload: typeof input === 'string' ? input : JSON.stringify(input) }),
    ...(address && { remoteAddress: address }),
  })
  const is_file = reply.headers['content-disposition'] !== undefined
  const without = reply.body === '' || is_file
  const body = without ? { code: is_file ? 200 : 0, data: {} } : JSON.parse(reply.body)
  return {
    code: body.code,
    data: body.data ?? {},
    status: reply.statusCode,
    text: reply.body,
    headers: reply.headers,
  }
}
