import type { Call } from '@adtally/contract/call.ts'
import { CALLS } from '@adtally/contract/calls.ts'
import { login, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { CODES, COMMON_REASONS } from '@adtally/contract/reasons.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../database/identifiers.ts'
import {
  isAnswer,
  membersWithInputs,
  sendRaw,
  validInputs,
  type WireAnswer,
} from '../testing/contract-surface.ts'
import { type Member, withMember } from '../testing/request-shape.ts'
import { databaseDigest } from '../testing/servers/database-digest.ts'
import { testProgram } from '../testing/servers/test-program.ts'
import { testSettings, WITH_EVERY_CALL } from '../testing/servers/test-services.ts'
import { buildMarket } from '../testing/worlds/build-market.ts'
import { type BusyCustomer, busyCustomer, seeVerdicts } from '../testing/worlds/busy-customer.ts'

const program = await testProgram({ settings: testSettings(WITH_EVERY_CALL) })
afterAll(() => program.close())
const market = await buildMarket(program.services, program.modules)
const robin = await busyCustomer(program, market, '204816')
const kim = await busyCustomer(program, market, '731905')
await seeVerdicts(program, market, [robin, kim])

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Ids and other texts that only `other` was ever answered, by member name. */
function secretsOf(other: BusyCustomer, than: BusyCustomer): Map<string, string[]> {
  const everywhere = new Set([...than.known.values()].flat())
  const own = [...other.known].map(([name, values]): [string, string[]] => [
    name,
    values.filter((value) => /_id$|^id$/.test(name) && !everywhere.has(value)),
  ])
  return new Map(own.filter(([, values]) => values.length > 0))
}

/** Whether a member can name something that a customer has. */
function namesSomething({ path, shape }: Member): boolean {
  return shape.format === 'uuid' || (path.at(-1) === 'id' && shape.type === 'string')
}

/** Calls with members that name something. */
const NAMING = CALLS.filter(({ auth }) => auth !== 'public').flatMap((call) =>
  membersWithInputs(call, new Map())
    .filter(({ member }) => namesSomething(member))
    .map(({ member }) => ({ call, member, title: `${call.path} ${member.path.join('.')}` })),
)

/** A valid input for `who`, with their own transaction password, except for one member. */
function inputOf(call: Call, member: Member, who: BusyCustomer, value: string): unknown {
  const candidates = membersWithInputs(call, who.known).find(
    (one) => one.member.path.join('.') === member.path.join('.'),
  )
  const own = withMember(candidates?.input, member.path, value)
  const fields = Object(own)
  return { ...fields, ...('password' in fields && { password: who.transaction_password }) }
}

describe('two customers, every id of the one in every call by the other', () => {
  test('there are ids of every kind that a call can name', () => {
    const names = new Set([...secretsOf(kim, robin).keys()])
    const wanted = new Set(NAMING.map(({ member }) => member.path.at(-1)))
    const isShared = (name: string) =>
      robin.known.get(name)?.some((value) => kim.known.get(name)?.includes(value))
    // Placements belong to publishers and are shown to everybody.
    const kinds = [...wanted].filter(
      (name) => name !== undefined && name !== 'placement_id' && /_id$|^id$/.test(name) && !isShared(name),
    )
    expect(kinds.length).toBeGreaterThan(5)
    expect([...names]).toEqual(expect.arrayContaining(kinds))
  })

  /** The database's digest; null once a successful call may have changed it. */
  let digest: Record<string, string> | null = null

  test.each(NAMING)('$title', async ({ call, member }) => {
    digest ??= await databaseDigest(program.db)
    const secrets = [...new Set([...secretsOf(kim, robin).values()].flat())]
    const askable = secrets.filter((secret) => member.shape.format !== 'uuid' || UUID.test(secret))
    const ask = async (value: string): Promise<WireAnswer> =>
      await sendRaw(program, call, inputOf(call, member, robin, value), { 'x-ct': robin.token })
    const nobodys = await ask(newId())
    for (const secret of askable) {
      const answer = await ask(secret)
      // Another's thing is answered like one that does not exist, so that its existence stays hidden.
      if (nobodys.code === CODES.success) expect(answer.code).toBe(CODES.success)
      else expect({ ...answer, asked: secret }).toEqual({ ...nobodys, asked: secret })
      expect(others(answer.text, secrets, secret)).toEqual([])
    }
    const before = digest
    digest = nobodys.code === CODES.success ? null : await databaseDigest(program.db)
    if (digest) expect(digest).toEqual(before)
  })

  test('control: the owner gets another answer than somebody else', async () => {
    const told = []
    for (const { call, member } of NAMING) {
      const name = member.path.at(-1) ?? ''
      for (const value of kim.known.get(name) ?? []) {
        const headers = { 'x-ct': await freshToken(kim) }
        const own = await sendRaw(program, call, inputOf(call, member, kim, value), headers)
        const nobodys = await sendRaw(program, call, inputOf(call, member, kim, newId()), headers)
        if (own.text !== nobodys.text) told.push(call.path)
      }
    }
    expect(new Set(told).size).toBeGreaterThan(NAMING.length / 2)
  })
})

/** The other customer's secrets in an answer, except the one that was asked with. */
function others(text: string, secrets: readonly string[], asked: string): string[] {
  return secrets.filter((secret) => secret !== asked && secret.length > 8 && text.includes(secret))
}

describe('what one reads', () => {
  const readings = CALLS.filter(({ method, request }) => method === 'GET' && request.safeParse({}).success)

  test.each(readings)('$path is answered by its schema, without a word of another customer', async (call) => {
    const answer = await sendRaw(program, call, {}, { 'x-ct': robin.token })
    expect(answer.code, answer.text).toBe(CODES.success)
    expect(others(answer.text, [...secretsOf(kim, robin).values()].flat(), '')).toEqual([])
  })

  test.each(CALLS)(
    '$path answers what is right in form with a success or one of its own refusals',
    async (call) => {
      const allowed: readonly string[] = [...call.refusals, ...COMMON_REASONS]
      // Signing out ends the session that the next input needs.
      const inputs = validInputs(call, robin.known).slice(0, 5)
      for (const input of inputs) {
        const headers = { 'x-ct': await freshToken(robin) }
        const answer = await sendRaw(program, call, input, headers)
        expect(isAnswer(answer) && answer.code !== CODES.server_error, answer.text).toBe(true)
        if (answer.code !== CODES.success)
          expect(allowed, JSON.stringify(input)).toContain(answer.data.reason)
      }
    },
  )
})

/** Each person's latest token, because signing in costs more than all calls of a test together. */
const tokens = new Map<BusyCustomer, string>()

/** A valid token; signs in again after a sign-out. */
async function freshToken(who: BusyCustomer): Promise<string> {
  const kept = tokens.get(who)
  if (kept !== undefined && (await program.call(userInfoCall, {}, { token: kept })).code === CODES.success)
    return kept
  const { username, password } = who
  const { token } = (await program.call(login, { username, password })).data
  tokens.set(who, token)
  return token
}
