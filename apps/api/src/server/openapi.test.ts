import { login } from '@adtally/contract/identity/identity.ts'
import { hybridLogin } from '@adtally/contract/identity/identity-hybrid.ts'
import { statisticsList } from '@adtally/contract/plans/statistics.ts'
import { STATUS_REASONS } from '@adtally/contract/reasons.ts'
import { CHAT_SOCKET_PATH } from '@adtally/contract/service/chat-socket.ts'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { verbsOf } from '../modules/operators/index.ts'
import { testProgram } from '../testing/servers/test-program.ts'
import { buildCustomer } from '../testing/worlds/build-customer.ts'
import { buildStaff } from '../testing/worlds/build-staff.ts'

const operation = z.object({
  parameters: z.array(
    z.object({
      $ref: z.optional(z.string()),
      name: z.optional(z.string()),
      in: z.optional(z.string()),
      required: z.optional(z.boolean()),
    }),
  ),
  responses: z.record(
    z.string(),
    z.object({
      $ref: z.optional(z.string()),
      headers: z.optional(z.record(z.string(), z.unknown())),
      content: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
})
type Operation = z.infer<typeof operation>
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ responses: z.record(z.string(), z.looseObject({})) }),
})
const refusal = z.object({
  properties: z.object({
    data: z.object({
      properties: z.looseObject({ reason: z.object({ enum: z.array(z.string()) }) }),
    }),
  }),
})

const program = await testProgram()
afterAll(() => program.close())
const base_path = program.services.settings.base_path
const customer = await buildCustomer(program.services)
const document = z.parse(documentSchema, (await program.server.inject(`${base_path}/openapi.json`)).json())

function stated(path: string, method: 'get' | 'post' | 'put'): Operation {
  const found = document.paths[path]?.[method]
  if (!found) throw new RangeError(`${method} ${path} is not in the document`)
  return found
}

/** The members of a refusal's `data`, according to the document. */
function refusalMembers({ responses }: Operation): string[] {
  const answer = Object(responses['200']?.content?.['application/json']).schema
  const { properties } = z.parse(refusal, answer.oneOf?.[1] ?? answer).properties.data
  return Object.keys(properties)
}

/** Every route of the server as `GET /path/{parameter}`. */
function routes(): string[] {
  const above: string[] = []
  const lines = program.server.printRoutes({ commonPrefix: false }).split('\n')
  return lines.flatMap((line) => {
    const [, indent = '', path = '', methods = ''] = /^(.*)── (\S+) \((.+)\)$/.exec(line) ?? []
    above.splice(Math.floor(indent.length / 4), above.length, path.replaceAll(/:(\w+)/g, '{$1}'))
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${above.join('')}`)
  })
}

test('the document has every route below the base path, and no other', () => {
  const said = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${base_path}${path}`),
  )
  const besides = [`GET ${base_path}/openapi.json`, `GET ${base_path}${CHAT_SOCKET_PATH}`]
  // HEAD comes with GET, so the document does not list it.
  const served = routes().filter((route) => route.includes(` ${base_path}/`) && !route.startsWith('HEAD'))
  expect([...said, ...besides].sort()).toEqual(served.sort())
  expect(served.length).toBeGreaterThan(80)
})

test('the statistics poll: its ETag, the header that sends it back, and the 304', async () => {
  const { token } = customer
  const first = await program.call(statisticsList, {}, { token })
  const headers = { 'if-none-match': String(first.headers.etag) }
  const second = await program.call(statisticsList, {}, { token, headers })
  expect([first.status, second.status]).toEqual([200, 304])
  const { parameters, responses } = stated(statisticsList.path, 'get')
  expect(parameters).toContainEqual({ $ref: '#/components/parameters/IfNoneMatch' })
  for (const reply of [first, second]) {
    expect(reply.headers).toHaveProperty('etag')
    expect(responses[reply.status]?.headers).toHaveProperty('ETag')
  }
  expect(responses[304]).not.toHaveProperty('content')
})

describe('what refusals say', () => {
  test('of a disabled account at either sign-in, and of a host’s user without one', async () => {
    const { maker } = await buildStaff(program.services)
    const issue = verbsOf(program.modules).find(({ name }) => name === 'ticket-issue')
    const { ticket } = Object(await issue?.run(program.services, maker, { subject: 'robin' }))
    const unknown = await program.call(hybridLogin, { ticket })
    expect(Object.keys(unknown.data)).toContain('opening_ticket')
    expect(refusalMembers(stated(hybridLogin.path, 'post'))).toEqual(
      expect.arrayContaining([...Object.keys(unknown.data), 'restricted_token']),
    )
    await program.db.asOwner("update identity.customers set status = 'disabled' where customer_id = $1", [
      customer.customer_id,
    ])
    const { username, password } = customer
    const refused = await program.call(login, { username, password })
    expect(Object.keys(refused.data)).toContain('restricted_token')
    expect(refusalMembers(stated(login.path, 'post'))).toEqual(
      expect.arrayContaining(Object.keys(refused.data)),
    )
  })
})

describe('files beside the calls', () => {
  test('an image is bytes or a refusal', async () => {
    const { parameters, responses } = stated('/files/image/{file_id}', 'get')
    expect(parameters).toMatchObject([{ name: 'file_id', in: 'path', required: true }])
    expect(Object.keys(responses[200]?.content ?? {}).sort()).toEqual(['application/json', 'image/webp'])
    expect(refusalMembers(stated('/files/image/{file_id}', 'get'))).toContain('reason')
  })
  test('an upload is taken by the address it was given', async () => {
    const url = `${base_path}/contract/upload/nothing`
    const headers = { 'content-type': 'image/png' }
    const reply = await program.server.inject({ method: 'PUT', url, headers, payload: Buffer.from('x') })
    expect(reply.json()).toMatchObject({ code: 405, data: { reason: 'upload_not_found' } })
    const { responses } = stated('/contract/upload/{token}', 'put')
    expect(JSON.stringify(responses[200])).toContain('upload_not_found')
  })
})

test('every operation states what never reaches a rule, by HTTP status and reason', async () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  for (const [status, reasons] of Object.entries(STATUS_REASONS)) {
    const reference = { $ref: `#/components/responses/Status${status}` }
    expect(operations.filter(({ responses }) => responses[status]?.$ref !== reference.$ref)).toEqual([])
    const text = JSON.stringify(document.components.responses[`Status${status}`])
    for (const reason of reasons) expect(text).toContain(`"${reason}"`)
  }
  const unknown = await program.server.inject(`${base_path}/none`)
  expect(STATUS_REASONS[404]).toContain(unknown.json().data.reason)
  expect(unknown.statusCode).toBe(404)
})
