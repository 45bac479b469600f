import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import { CODES, type Reason } from '@adtally/contract/reasons.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { StaffVerb } from '../../modules/module.ts'
import { signOut, verbsOf } from '../../modules/operators/index.ts'
import { isAnswer, validInputs } from '../../testing/contract-surface.ts'
import {
  askOffice,
  type OfficeAnswer,
  oneOfEachRole,
  signInOver,
} from '../../testing/office/office-client.ts'
import { databaseDigest } from '../../testing/servers/database-digest.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { methodOf } from '../door/door-route.ts'

const BODY_BYTES_OVER = 1024 * 1024 + 1
const DOOR: readonly Reason[] = ['not_signed_in', 'token_expired', 'staff_role_missing', 'origin_foreign']

const program = await testProgram()
afterAll(() => program.close())
const SERVED = verbsOf(program.modules)
const names = await oneOfEachRole(program.services)
const tokens = new Map<StaffRole, string>()
for (const [role, username] of names) tokens.set(role, await signInOver(program, username))
const ended = await signInOver(program, names.get('auditor') ?? '')
await signOut(program.services, ended)
const customer = await buildCustomer(program.services)

const tokenOf = (roles: readonly StaffRole[]) => {
  const [role] = roles
  const token = role && tokens.get(role)
  if (!token) throw new Error('every act has a role')
  return token
}
const inputOf = (call: StaffVerb) => validInputs(call, new Map())[0] ?? {}

type Sent = Pick<NonNullable<Parameters<typeof askOffice>[3]>, 'token' | 'fields'>
type Door = (stated: StaffVerb, sent: Sent) => Promise<OfficeAnswer>
const send: Door = (stated, sent) =>
  askOffice(program, stated.name, inputOf(stated), { method: methodOf(stated), ...sent })

/** What a browser may bring from elsewhere, with the session of somebody who may. */
const FOREIGN: readonly (readonly [string, Record<string, string | null>, ('GET' | 'POST')?])[] = [
  ['without the office’s header', { 'x-office-call': null }],
  ['with another value in it', { 'x-office-call': 'yes' }],
  ['of another origin', { origin: 'https://evil.example' }],
  ['of an origin that is like ours', { origin: `${program.services.settings.console_origin}.evil.example` }],
  ['of a page without an origin', { origin: 'null' }],
  ['across sites', { 'sec-fetch-site': 'cross-site' }],
  ['of a neighbour', { 'sec-fetch-site': 'same-site' }],
  ['typed into the address bar', { 'sec-fetch-site': 'none' }],
  ['without an origin', { origin: null }, 'POST'],
]

/** One act in so many, where what is tried does not depend on the act. */
const SOME = SERVED.filter((_stated, index) => index % 12 === 0)

/** The acts that something is let in to, though it must not be. */
async function doorFaults(acts: readonly StaffVerb[], through: Door): Promise<string[]> {
  const faults: string[] = []
  const expectReason = async (stated: StaffVerb, how: string, sent: Sent, reason: Reason) => {
    const { data, text } = await through(stated, sent)
    if (data.reason !== reason) faults.push(`${stated.name} ${how}: ${text.slice(0, 120)}`)
  }
  for (const stated of acts) {
    const { roles } = stated
    const token = tokenOf(roles)
    for (const [how, fields, method] of FOREIGN) {
      if (method && method !== methodOf(stated)) continue
      await expectReason(stated, how, { token, fields }, 'origin_foreign')
    }
    await expectReason(stated, 'by nobody', {}, 'not_signed_in')
    await expectReason(stated, 'by a customer', { fields: { 'x-ct': customer.token } }, 'not_signed_in')
    await expectReason(stated, 'by a customer’s token', { token: customer.token }, 'token_expired')
    await expectReason(stated, 'by a forged token', { token: 'x'.repeat(43) }, 'token_expired')
    await expectReason(stated, 'by an ended session', { token: ended }, 'token_expired')
    for (const role of STAFF_ROLES.filter((one) => !roles.includes(one)))
      await expectReason(stated, `by ${role}`, { token: tokenOf([role]) }, 'staff_role_missing')
  }
  return faults
}

async function digest() {
  const { 'operators.sessions': _, ...rest } = await databaseDigest(program.db)
  return rest
}

describe('every act that is served', () => {
  test('lets in nobody but its roles, from the office’s own page; a refused call changes nothing [proof 1201]', {
    timeout: 300_000,
  }, async () => {
    expect(SERVED.length).toBeGreaterThan(6)
    const before = await digest()
    expect(await doorFaults(SERVED, send)).toEqual([])
    expect(await digest()).toEqual(before)
  })

  test('control: a door that adds what is missing is found at every act', async () => {
    const faults = await doorFaults(SOME, (stated, { token }) => send(stated, token ? { token } : {}))
    for (const call of SOME) expect(faults.join('\n')).toContain(`${call.name} of another origin`)
  })

  test('refuses a body that is none, is too large, or has a member that is not stated [proof 1202]', {
    timeout: 300_000,
  }, async () => {
    const wrong: string[] = []
    for (const call of SERVED) {
      const ask = { method: methodOf(call), token: tokenOf(call.roles) }
      const want = async (input: unknown, status: number, reasons: Reason[], fields = {}) => {
        const answer = await askOffice(program, call.name, input, { ...ask, fields })
        if (answer.status !== status || !reasons.some((reason) => reason === answer.data.reason))
          wrong.push(
            `${call.name} ${String(input).slice(0, 40)}: ${answer.status} ${answer.text.slice(0, 120)}`,
          )
      }
      await want({ surplus: 'x', constructor: 'y' }, 200, ['field_unknown', 'field_required', 'proof_stale'])
      if (ask.method === 'GET') continue
      await want('[]', 200, ['body_malformed'])
      if (!SOME.includes(call)) continue
      for (const body of ['', '"text"', '7', 'null', '{', '{"a":1}x'])
        await want(body, 200, ['body_malformed'])
      await want('a=b', 200, ['body_malformed'], { 'content-type': 'application/x-www-form-urlencoded' })
      await want('{}', 200, ['body_malformed'], { 'content-type': 'text/plain' })
    }
    for (const call of SOME.filter((one) => methodOf(one) === 'POST').slice(0, 2)) {
      const body = 'x'.repeat(BODY_BYTES_OVER)
      const answer = await askOffice(program, call.name, body, { token: tokenOf(call.roles) })
      expect([answer.status, answer.data.reason]).toEqual([413, 'body_too_large'])
    }
    expect(wrong).toEqual([])
  })

  test('does what it says for who may, and answers as it states [proof 1203]', {
    timeout: 300_000,
  }, async () => {
    const wrong: string[] = []
    for (const stated of SERVED) {
      const answer = await send(stated, { token: tokenOf(stated.roles) })
      const is_in = isAnswer(answer) && !DOOR.some((reason) => reason === answer.data.reason)
      if (!is_in || answer.status !== 200 || answer.code === CODES.server_error)
        wrong.push(`${stated.name}: ${answer.status} ${answer.text.slice(0, 200)}`)
    }
    expect(wrong).toEqual([])
    const holds = await askOffice(
      program,
      'list-holds',
      { limit: '5' },
      { method: 'GET', token: tokenOf(['risk']) },
    )
    expect(holds).toMatchObject({ status: 200, code: 200, data: { items: [], next_cursor: null } })
    expect(holds.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(holds.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(holds.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('an address of the office', () => {
  const token = tokenOf(['risk'])

  test('has its own methods alone, and answers HEAD where it answers GET', async () => {
    for (const [name, method, allow] of [
      ['place-hold', 'GET', 'POST'],
      ['place-hold', 'OPTIONS', 'POST'],
      ['list-holds', 'POST', 'GET, HEAD'],
      ['login', 'GET', 'POST'],
      ['session', 'OPTIONS', 'GET, HEAD'],
    ] as const) {
      const { status, headers, data } = await askOffice(program, name, {}, { method, token })
      expect([name, method, status, headers.allow, data.reason]).toEqual([
        name,
        method,
        405,
        allow,
        'call_unknown',
      ])
    }
    const head = await askOffice(program, 'list-holds', {}, { method: 'HEAD', token })
    expect([head.status, head.text]).toEqual([200, ''])
    expect(await askOffice(program, 'nothing-here', {}, { token })).toMatchObject({ status: 404 })
  })

  test('tells what there is to signed-in staff alone', async () => {
    const document = await askOffice(program, 'openapi.json', {}, { method: 'GET', token })
    const { paths } = JSON.parse(document.text)
    expect(Object.keys(paths).toSorted()).toEqual(
      [...SERVED.map((call) => `/${call.name}`), '/login', '/logout', '/proof', '/session'].toSorted(),
    )
    const refused = await askOffice(program, 'openapi.json', {}, { method: 'GET' })
    expect(refused.data.reason).toBe('not_signed_in')
  })
})
