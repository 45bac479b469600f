import type { Call } from '@adtally/contract/call.ts'
import { CALLS } from '@adtally/contract/calls.ts'
import { CODES } from '@adtally/contract/reasons.ts'
import { chatSend } from '@adtally/contract/service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../database/identifiers.ts'
import { buildMarket } from '../testing/build-market.ts'
import { type BusyCustomer, busyCustomer } from '../testing/busy-customer.ts'
import { membersWithInputs, queryText, sendRaw, validInputs } from '../testing/contract-surface.ts'
import { databaseDigest } from '../testing/database-digest.ts'
import { requestShape, withMember } from '../testing/request-shape.ts'
import { type TestProgram, testProgram } from '../testing/test-program.ts'

/** Text that is no amount (SPEC §5, PRODUCT §3). */
const NO_AMOUNTS = [
  '1e3',
  '-1',
  '0.0000001',
  'NaN',
  'Infinity',
  '',
  ' 1',
  '1,5',
  '+1',
  '.5',
  '1.',
  '0',
  '0.00',
]
const ID_FORMATS = ['uuid', 'request-id']
const OTHER_TYPES = [null, true, 7.5, [], {}, ['x', 'y']]
const BODY_BYTES_OVER = 1024 * 1024 + 1

let program: TestProgram
let customer: BusyCustomer
let signed_in: Record<string, string>
let before: Record<string, string>

beforeAll(async () => {
  program = await testProgram()
  const market = await buildMarket(program.services, program.modules)
  customer = await busyCustomer(program, market, '204816')
  signed_in = { 'x-ct': customer.token }
  before = await databaseDigest(program.db)
})
afterAll(() => program.close())

/** Sends inputs that must be refused as malformed; what was answered otherwise. */
async function notRefused(
  call: Call,
  inputs: readonly { input: unknown; field?: string }[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const { input, field } of inputs) {
    const { status, code, data, text } = await sendRaw(program, call, input, signed_in)
    const names_field = field === undefined || isAbout(data.field, field) || hasBranches(call)
    const is_named = field === undefined || data.field !== undefined
    if (status !== 200 || code !== CODES.params_error || !data.reason || !is_named || !names_field) {
      wrong.push(`${JSON.stringify(input).slice(0, 300)} → ${status} ${text.slice(0, 200)}`)
    }
  }
  return wrong
}

/** The field itself, or where what was sent for it goes wrong. */
function isAbout(named: unknown, field: string): boolean {
  return named === field || String(named).startsWith(`${field}.`)
}

/** What is missing of a choice has several names; one of them is said. */
function hasBranches(call: Call): boolean {
  return requestShape(call).anyOf !== undefined
}

const isRefusedBySchema = (call: Call) => {
  return ({ input }: { input: unknown }) => {
    // A query string has text only.
    const seen = call.method === 'GET' ? asText(input) : input
    return !call.request.safeParse(seen).success
  }
}

function asText(input: unknown): unknown {
  const pairs = Object.entries(Object(input)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value : queryText(value),
  ])
  return Object.fromEntries(pairs.filter(([, value]) => !Array.isArray(value) || value.length > 0))
}

describe.each(CALLS)('$method $path', (call) => {
  const members = () => membersWithInputs(call, customer.known)

  test('refuses a missing field, naming it', async () => {
    const inputs = members()
      .filter(({ member }) => member.required)
      .map(({ member: { path }, input }) => ({
        input: withMember(input, path, undefined),
        field: path.join('.'),
      }))
    expect(await notRefused(call, inputs)).toEqual([])
  })
  test('refuses another type, naming the field', async () => {
    const inputs = members().flatMap(({ member: { path }, input }) =>
      OTHER_TYPES.map((value) => ({ input: withMember(input, path, value), field: path.join('.') })),
    )
    expect(await notRefused(call, inputs.filter(isRefusedBySchema(call)))).toEqual([])
  })
  test('refuses text that can’t be kept as it was sent, naming the field', async () => {
    // A query string has no way to say half a surrogate pair: whoever writes one replaces it.
    const texts = call.method === 'GET' ? ['a\0b'] : ['a\0b', 'a\ud83d']
    const inputs = members()
      .filter(({ member }) => member.shape.type === 'string')
      .flatMap(({ member: { path }, input }) =>
        texts.map((text) => ({ input: withMember(input, path, text), field: path.join('.') })),
      )
    expect(await notRefused(call, inputs)).toEqual([])
  })
  test('takes an id in capitals for the same one', () => {
    const ids = members().filter(({ member: { shape } }) => ID_FORMATS.includes(shape.format ?? ''))
    for (const { member, input } of ids) {
      const id = newId()
      const [small, capitals] = [id, id.toUpperCase()].map((text) =>
        call.request.safeParse(withMember(input, member.path, text)),
      )
      expect(small?.success).toBe(true)
      expect(capitals?.data).toEqual(small?.data)
    }
  })
  test('refuses what is no amount, naming the field', async () => {
    const inputs = members()
      .filter(({ member }) => member.shape.format === 'amount')
      .flatMap(({ member: { path }, input }) =>
        NO_AMOUNTS.map((value) => ({ input: withMember(input, path, value), field: path.join('.') })),
      )
    expect(await notRefused(call, inputs)).toEqual([])
  })
  test('refuses a field it does not know, naming it', async () => {
    const inputs = validInputs(call, customer.known).slice(0, 3)
    const unknown = inputs.map((input) => ({ input: withMember(input, ['extra_field'], 'x') }))
    expect(await notRefused(call, unknown)).toEqual([])
  })
  test('refuses a body that is no JSON object, and one over 1 MiB by HTTP 413', async () => {
    if (call.method === 'GET') return
    const bodies = ['{"a":', '[1]', 'null', '"text"', '7', ''].map((input) => ({ input }))
    expect(
      await notRefused(
        call,
        bodies.filter(({ input }) => input !== '' || needsInput(call)),
      ),
    ).toEqual([])
    const over = await sendRaw(program, call, JSON.stringify({ x: 'x'.repeat(BODY_BYTES_OVER) }), signed_in)
    expect(over).toMatchObject({ status: 413, code: CODES.params_error, data: { reason: 'body_too_large' } })
  })
  test('asks who is there', async () => {
    if (call.auth === 'public') return
    const [input] = validInputs(call, customer.known)
    for (const headers of [{}, { 'x-ct': 'x' }, { 'x-ct': 'A'.repeat(43) }, { 'x-ct': "' or 1=1 --" }]) {
      const answer = await sendRaw(program, call, input, headers)
      expect(answer).toMatchObject({ status: 200, code: 401, data: { reason: 'not_signed_in' } })
    }
  })
})

function needsInput(call: Call): boolean {
  return !call.request.safeParse({}).success
}

test('nothing of all that changed a single row', async () => {
  expect(await databaseDigest(program.db)).toEqual(before)
})

test('control: one message that is taken changes what is compared', async () => {
  await program.call(chatSend, { request_id: newId(), text: 'Good evening' }, { token: customer.token })
  expect(await databaseDigest(program.db)).not.toEqual(before)
})

test('there is something to break: members of every kind', () => {
  const kinds = CALLS.flatMap((call) => membersWithInputs(call, new Map())).map(
    ({ member: { shape } }) => shape.format ?? shape.type ?? 'union',
  )
  expect(kinds).toEqual(
    expect.arrayContaining(['amount', 'uuid', 'request-id', 'integer', 'boolean', 'string']),
  )
})
