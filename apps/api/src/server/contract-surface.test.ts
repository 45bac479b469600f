import type { Call } from '@adtally/contract/call.ts'
import { CALLS } from '@adtally/contract/calls.ts'
import { COUPON_TABS } from '@adtally/contract/money/coupons.ts'
import { CODES } from '@adtally/contract/reasons.ts'
import { chatSend } from '@adtally/contract/service/service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../database/identifiers.ts'
import {
  membersWithInputs,
  queryText,
  sendRaw,
  validInputs,
  withValues,
} from '../testing/contract-surface.ts'
import { requestShape, type Shape, withMember } from '../testing/request-shape.ts'
import { databaseDigest } from '../testing/servers/database-digest.ts'
import { testProgram } from '../testing/servers/test-program.ts'
import { testSettings, WITH_EVERY_CALL } from '../testing/servers/test-services.ts'
import { buildMarket } from '../testing/worlds/build-market.ts'
import { busyCustomer } from '../testing/worlds/busy-customer.ts'

/** Texts that are not amounts (SPEC §5, PRODUCT §3). */
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
const NO_DAYS = [
  '0000-01-01',
  '0000-12-31',
  '2027-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-1-1',
  '2026-11',
  '',
]
const NO_MONTHS = ['0000-01', '0000-12', '2026-00', '2026-13', '2026-1', '2026-11-30', '']
const BORDERS = new Map([
  ['day', ['0001-01-01', '9999-12-31']],
  ['month', ['0001-01', '9999-12']],
])
/** How many inputs to try per cursor. */
const ANSWERED_MAX = 6
const ZONES = ['UTC', 'Asia/Tokyo', 'Pacific/Kiritimati', 'America/Los_Angeles']
const OTHER_TYPES = [null, true, 7.5, [], {}, ['x', 'y']]
const BODY_BYTES_OVER = 1024 * 1024 + 1

const encoded = (text: string) => Buffer.from(text).toString('base64url')
const SOME_ID = '019a0000-0000-7000-8000-000000000001'
/** Cursors in every list's form, with ids that nobody has, dates that don't exist and numbers out of range. */
const CURSORS = [
  '',
  'x',
  '0',
  '1',
  '9'.repeat(15),
  '9'.repeat(30),
  SOME_ID,
  `u${SOME_ID}`,
  `r${SOME_ID}`,
  `2026-11-30T00:00:00.000Z_${SOME_ID}_1`,
  `2026-11-30T00:00:00.000Z_${SOME_ID}_99999`,
  `0000-01-01T00:00:00.000Z_${SOME_ID}_1`,
  `2026-02-30T00:00:00.000Z_${SOME_ID}_1`,
  ...['2026-11-30', '2026-02-30', '0000-01-01', '9999-12-31'].flatMap((day) =>
    [SOME_ID, 'x', 'a\0b', `plan:${SOME_ID}:placed`].map((id) => encoded(`${day} 00:00:00+00|${id}`)),
  ),
  ...['newest', 'oldest', 'amount', 'profit'].flatMap((sort) =>
    ['0', '-1', '9'.repeat(18), '9'.repeat(19)].map((key) => encoded(`${sort}|${SOME_ID}|${key}`)),
  ),
  ...COUPON_TABS.flatMap((tab) => ['0', '9'.repeat(15)].map((at) => encoded(`${tab}|${at}|${SOME_ID}`))),
]

const program = await testProgram({ settings: testSettings(WITH_EVERY_CALL) })
afterAll(() => program.close())
const market = await buildMarket(program.services, program.modules)
const customer = await busyCustomer(program, market, '204816')
const signed_in = { 'x-ct': customer.token }
const before = await databaseDigest(program.db)

/** Sends inputs that must be refused as malformed; returns those that were not. */
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

/** Whether the refusal names the field or something in it. */
function isAbout(named: unknown, field: string): boolean {
  return named === field || String(named).startsWith(`${field}.`)
}

/** A missing choice may be called by any of its members' names. */
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
      .flatMap((one) => withValues(one, [undefined]))
    expect(await notRefused(call, inputs)).toEqual([])
  })
  test('refuses another type, naming the field', async () => {
    const inputs = members().flatMap((one) => withValues(one, OTHER_TYPES))
    expect(await notRefused(call, inputs.filter(isRefusedBySchema(call)))).toEqual([])
  })
  test('refuses text that can’t be kept as it was sent, naming the field', async () => {
    // A query string can't carry half a surrogate pair: encoding replaces it.
    const texts = call.method === 'GET' ? ['a\0b'] : ['a\0b', 'a\ud83d']
    const inputs = members()
      .filter(({ member }) => member.shape.type === 'string')
      .flatMap((one) => withValues(one, texts))
    expect(await notRefused(call, inputs)).toEqual([])
  })
  test('refuses text that is not an amount, naming the field', async () => {
    const inputs = members()
      .filter(({ member }) => member.shape.format === 'amount')
      .flatMap((one) => withValues(one, NO_AMOUNTS))
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

const asksFor = (call: Call, is: (shape: Shape, name: string) => boolean) =>
  Object.entries(requestShape(call).properties ?? {}).some(([name, shape]) => is(shape, name))
const bordersOf = ({ format = '' }: Shape) => BORDERS.get(format) ?? []

describe.each(CALLS.filter((call) => asksFor(call, (shape) => bordersOf(shape).length > 0)))(
  '$method $path',
  (call) => {
    test.each([
      ['day', NO_DAYS],
      ['month', NO_MONTHS],
    ])('refuses what is no %s, naming the field', async (kind, values) => {
      const inputs = membersWithInputs(call, customer.known)
        .filter(({ member }) => member.shape.format === kind)
        .flatMap((one) => withValues(one, values))
      expect(await notRefused(call, inputs)).toEqual([])
    })
    test.each(ZONES)('answers the first and the last of all days and months, in %s', async (zone) => {
      const dated = membersWithInputs(call, customer.known)
      for (const { member, input } of dated) {
        for (const value of bordersOf(member.shape)) {
          // Sets all members of this format to the same day.
          const alike = dated.filter((other) => other.member.shape.format === member.shape.format)
          const asked = alike.reduce(
            (made: unknown, other) => withMember(made, other.member.path, value),
            withMember(input, ['cursor'], undefined),
          )
          const answer = await sendRaw(program, call, asked, { ...signed_in, 'x-tz': zone })
          // A rule may refuse, for example a month that has not begun.
          const is_answered = answer.code === CODES.success || answer.code === CODES.data_error
          const is_ruled_out = call.refusals.some((reason) => reason === answer.data?.reason)
          expect(is_answered || is_ruled_out, `${JSON.stringify(asked)} ${answer.text}`).toBe(true)
        }
      }
    })
  },
)

const LISTS = CALLS.filter((call) => asksFor(call, (_, name) => name === 'cursor'))

describe('positions in lists', () => {
  /** Cursors after the first row of each list. */
  const given = new Set<string>()

  beforeAll(async () => {
    for (const call of LISTS) {
      // No filters if possible, so that the list has more than one row.
      const input = needsInput(call) ? (await answeredInputs(call))[0] : {}
      const limit = call.method === 'GET' ? '1' : 1
      const { text } = await sendRaw(program, call, { ...Object(input), limit }, signed_in)
      const [, cursor] = /"next_cursor":"([^"]+)"/.exec(text) ?? []
      if (cursor !== undefined) given.add(cursor)
    }
  })

  test.each(LISTS)('$method $path answers one of another list, or refuses it as none', async (call) => {
    const inputs = await answeredInputs(call)
    expect(inputs).not.toEqual([])
    expect(given.size).toBeGreaterThan(3)
    for (const cursor of [...CURSORS, ...given]) {
      for (const input of inputs) {
        const { code, data, text } = await sendRaw(program, call, { ...Object(input), cursor }, signed_in)
        const is_refused = code === CODES.params_error && data.reason === 'cursor_invalid'
        expect(code === CODES.success || is_refused, `${JSON.stringify(input)} ${cursor} ${text}`).toBe(true)
      }
    }
  })
})

/** Inputs without a cursor that the call answers with a list. */
async function answeredInputs(call: Call): Promise<unknown[]> {
  const inputs = validInputs(call, customer.known).map((input) => withMember(input, ['cursor'], undefined))
  const answered: unknown[] = []
  for (const input of inputs) {
    if (answered.length === ANSWERED_MAX) break
    if ((await sendRaw(program, call, input, signed_in)).code === CODES.success) answered.push(input)
  }
  return answered
}

test.each(CALLS)('$method $path takes an id in capitals for the same one', (call) => {
  const members = membersWithInputs(call, customer.known)
  const ids = members.filter(({ member: { shape } }) => ID_FORMATS.includes(shape.format ?? ''))
  for (const { member, input } of ids) {
    const id = newId()
    const [small, capitals] = [id, id.toUpperCase()].map((text) =>
      call.request.safeParse(withMember(input, member.path, text)),
    )
    expect(small?.success).toBe(true)
    expect(capitals?.data).toEqual(small?.data)
  }
})

function needsInput(call: Call): boolean {
  return !call.request.safeParse({}).success
}

test('nothing of all that changed a single row', async () => {
  expect(await databaseDigest(program.db)).toEqual(before)
})

test('control: a single accepted message changes the digest', async () => {
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
