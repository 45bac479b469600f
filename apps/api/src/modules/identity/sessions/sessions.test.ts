import { customerCall } from '@adtally/contract/call.ts'
import {
  login,
  logout,
  logoutAll,
  sessionList,
  sessionRevoke,
  userInfoCall,
} from '@adtally/contract/identity/identity.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { reasonOf } from '../../../testing/reason-of.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { identityProgram } from '../../../testing/worlds/identity-program.ts'
import { openSession } from './open-session.ts'
import { SessionKeeper } from './session-keeper.ts'
import { revokeSession } from './sessions.repository.ts'
import { endAllSessions } from './sessions.ts'
import { newToken } from './tokens.ts'

const program = await identityProgram()
afterAll(() => program.close())

async function signIn({ username, password }: BuiltCustomer, headers: Record<string, string> = {}) {
  return await program.call(login, { username, password }, { headers })
}

async function whoIs(token: string) {
  const { code, data } = await program.call(userInfoCall, {}, { token })
  return { code, reason: data.reason }
}

const DAY_MS = 86_400_000
const LIFE = { session_idle_ms: 3_600_000, session_max_ms: 3_600_000 }

async function waitingForLocks(): Promise<number> {
  const [row] = await program.db.asProgram<{ count: bigint }>(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return Number(row?.count)
}

describe('a token', () => {
  test.each(['', 'x', newToken(), `${newToken()}=`, newToken().slice(1), "' or true --", 'é'.repeat(43)])(
    '%j is nobody',
    async (token) => {
      expect(await whoIs(token)).toEqual({ code: 401, reason: 'not_signed_in' })
    },
  )

  test('is stored as a hash only', async () => {
    const { token } = await buildCustomer(program.services)
    const rows = await program.db.asOwner('select row_to_json(s)::text as text from identity.sessions s')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'))
  })

  test('unused for seven days is expired; used in between it lives on', async () => {
    const [idle, used] = [await buildCustomer(program.services), await buildCustomer(program.services)]
    for (let days = 0; days < 8; days += 2) {
      await program.advance(2 * DAY_MS)
      expect((await whoIs(used.token)).code).toBe(200)
      await program.services.identity.keeper.untilWritten()
    }
    expect(await whoIs(idle.token)).toEqual({ code: 503, reason: 'token_expired' })
    expect(await whoIs(idle.token)).toEqual({ code: 503, reason: 'token_expired' })
  })

  test('in use writes that it is at most every five minutes', async () => {
    const { token, customer_id } = await buildCustomer(program.services)
    const lastUsed = async () => {
      await program.services.identity.keeper.untilWritten()
      const [row] = await program.db.asOwner<{ last_used_at: Date }>(
        'select last_used_at from identity.sessions where customer_id = $1',
        [customer_id],
      )
      return row?.last_used_at.getTime() ?? 0
    }
    const first = await lastUsed()
    await whoIs(token)
    expect(await lastUsed()).toBe(first)
    await program.advance(5 * 60_000 + 1_000)
    await whoIs(token)
    expect(await lastUsed()).toBeGreaterThan(first + 5 * 60_000)
  })

  test('known already is answered without a query and without a promise', async () => {
    const { token } = await buildCustomer(program.services)
    await whoIs(token)
    const query = vi.spyOn(program.services.database, 'query')
    const transaction = vi.spyOn(program.services.database, 'transaction')
    for (let times = 0; times < 100; times += 1) {
      expect(program.services.sessions.authenticate(token)).not.toBeInstanceOf(Promise)
    }
    expect(query).not.toHaveBeenCalled()
    expect(transaction).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})

describe('ending sessions', () => {
  test('logout ends the one in use, and only that', async () => {
    const customer = await buildCustomer(program.services)
    const { token } = (await signIn(customer)).data
    expect((await program.call(logout, {}, { token })).code).toBe(200)
    expect(await whoIs(token)).toEqual({ code: 503, reason: 'token_expired' })
    expect((await whoIs(customer.token)).code).toBe(200)
  })

  test('that the device still has ends as its customer signs in there, and no other of theirs or of anybody’s [proof 601]', async () => {
    const [who, other] = [await buildCustomer(program.services), await buildCustomer(program.services)]
    const here = (await signIn(who)).data.token
    const elsewhere = (await signIn(who)).data.token
    const again = (await signIn(who, { 'x-ct': here })).data.token
    expect(await whoIs(here)).toMatchObject({ reason: 'token_expired' })
    for (const token of [again, elsewhere, who.token, other.token])
      expect((await whoIs(token)).code).toBe(200)
    const revoked = await program.db.asOwner(
      "select from audit.entries where customer_id = $1 and action = 'session.revoked'",
      [who.customer_id],
    )
    expect(revoked).toHaveLength(1)
    // Another customer's sign-in on this device, or an unknown token, ends nothing.
    for (const shown of [other.token, newToken(), 'x', here]) {
      expect((await signIn(who, { 'x-ct': shown })).code).toBe(200)
    }
    for (const token of [again, elsewhere, who.token, other.token])
      expect((await whoIs(token)).code).toBe(200)
  })

  test('goes on where the password is wrong', async () => {
    const who = await buildCustomer(program.services)
    const wrong = { username: who.username, password: 'another one' }
    const { data } = await program.call(login, wrong, { token: who.token })
    expect(data).toMatchObject({ reason: 'credentials_wrong' })
    expect((await whoIs(who.token)).code).toBe(200)
  })

  test('the list names devices, and another of one’s own can be ended', async () => {
    const customer = await buildCustomer(program.services)
    const phone = {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    }
    const { token } = (await signIn(customer, phone)).data
    const { items } = (await program.call(sessionList, {}, { token: customer.token })).data
    expect(items.map(({ device, current }) => ({ device, current }))).toEqual([
      { device: 'Chrome, Android', current: false },
      { device: '', current: true },
    ])
    const session_id = items[0]?.session_id ?? ''
    const revoke = () => program.call(sessionRevoke, { session_id }, { token: customer.token })
    expect((await revoke()).code).toBe(200)
    expect(await whoIs(token)).toEqual({ code: 503, reason: 'token_expired' })
    expect((await revoke()).data.reason).toBe('no_user_data')
    expect((await program.call(sessionList, {}, { token: customer.token })).data.items).toHaveLength(1)
  })

  test('the list goes on by cursor: each session once, the one used last first, however alike their times', async () => {
    const customer = await buildCustomer(program.services)
    const { token, customer_id } = customer
    for (let times = 0; times < 19; times += 1) {
      await program.system((tx) =>
        openSession(tx, { customer_id, access: 'full', user_agent: undefined }, LIFE),
      )
    }
    await program.db.asOwner(
      `update identity.sessions set last_used_at = date_trunc('second', last_used_at) +
        (case when get_byte(token_hash, 0) % 2 = 0 then 1 else 2 end) * interval '1 microsecond'
        where customer_id = $1`,
      [customer_id],
    )
    const all = (await program.call(sessionList, { limit: '100' }, { token })).data
    expect(all).toMatchObject({ next_cursor: null })
    const first = (await program.call(sessionList, {}, { token })).data
    expect(first.items).toHaveLength(20)
    const read = []
    for (let cursor: string | undefined, page = 0; page < 10; page += 1) {
      const { data } = await program.call(sessionList, { limit: '7', ...(cursor && { cursor }) }, { token })
      read.push(...data.items)
      if (data.next_cursor === null) break
      cursor = data.next_cursor
    }
    expect(read).toHaveLength(20)
    expect(read.map(({ session_id }) => session_id)).toEqual(all.items.map(({ session_id }) => session_id))
    const expected = await program.db.asOwner(
      'select session_id from identity.sessions where customer_id = $1 order by last_used_at desc, session_id desc',
      [customer_id],
    )
    expect(read.map(({ session_id }) => ({ session_id }))).toEqual(expected)
  })

  test.each(['x', '1.x', '-1.00000000-0000-7000-8000-000000000000', `9.${'0'.repeat(36)}`])(
    'cursor %j is no position',
    async (cursor) => {
      const { token } = await buildCustomer(program.services)
      const reply = await program.call(sessionList, { cursor }, { token })
      expect(reply).toMatchObject({ code: 400, data: { reason: 'cursor_invalid', field: 'cursor' } })
    },
  )

  test('somebody else’s session can’t be ended', async () => {
    const [one, other] = [await buildCustomer(program.services), await buildCustomer(program.services)]
    const { items } = (await program.call(sessionList, {}, { token: other.token })).data
    const session_id = items[0]?.session_id ?? ''
    const reply = await program.call(sessionRevoke, { session_id }, { token: one.token })
    expect(reply.data.reason).toBe('no_user_data')
    expect((await whoIs(other.token)).code).toBe(200)
  })

  test.each([undefined, '', 'x', 5])('session_id %j is 400', async (session_id) => {
    const { token } = await buildCustomer(program.services)
    const { body } = await program.server.inject({
      method: 'POST',
      url: `${program.services.settings.base_path}${sessionRevoke.path}`,
      payload: { session_id },
      headers: { 'x-ct': token },
    })
    expect(JSON.parse(body)).toMatchObject({ code: 400, data: { field: 'session_id' } })
  })
})

describe('logging out everywhere', () => {
  const everywhere = (token?: string) => program.call(logoutAll, {}, token === undefined ? {} : { token })
  const entriesOf = ({ customer_id }: BuiltCustomer) =>
    program.db.asOwner(
      `select actor_kind, subject_kind, subject_id, details from audit.entries
        where action = 'session.all_revoked' and customer_id = $1`,
      [customer_id],
    )

  test('ends every session of the customer’s, the one in use too, and nobody else’s [proof 410]', async () => {
    const [customer, other] = [await buildCustomer(program.services), await buildCustomer(program.services)]
    const tokens = [customer.token]
    for (let times = 0; times < 2; times += 1) tokens.push((await signIn(customer)).data.token)
    for (const token of [...tokens, other.token]) expect((await whoIs(token)).code).toBe(200)
    expect(await everywhere(tokens[1])).toMatchObject({ code: 200, data: {} })
    for (const token of tokens) expect(await whoIs(token)).toEqual({ code: 503, reason: 'token_expired' })
    expect((await whoIs(other.token)).code).toBe(200)
    expect(await entriesOf(customer)).toEqual([
      {
        actor_kind: 'customer',
        subject_kind: 'customer',
        subject_id: customer.customer_id,
        details: { sessions_ended: 3 },
      },
    ])
    expect(await entriesOf(other)).toEqual([])
    expect((await signIn(customer)).code).toBe(200)
  })

  test('twice is once: of two at once both are done, and a later call meets the end of its session [proof 411]', async () => {
    const customer = await buildCustomer(program.services)
    const end = () => endAllSessions(program.services, customer.customer_id)
    await Promise.all([end(), end()])
    expect(await everywhere(customer.token)).toMatchObject({ code: 503, data: { reason: 'token_expired' } })
    expect(await entriesOf(customer)).toHaveLength(1)
  })

  test('is nobody’s without a session', async () => {
    expect(await everywhere()).toMatchObject({ code: 401, data: { reason: 'not_signed_in' } })
    expect(await everywhere(newToken())).toMatchObject({ code: 401, data: { reason: 'not_signed_in' } })
  })

  test('holds in other processes, by the database’s notice', async () => {
    const customer = await buildCustomer(program.services)
    const { token } = (await signIn(customer)).data
    const elsewhere = await SessionKeeper.create(program.services)
    await elsewhere.authenticate(token)
    await everywhere(customer.token)
    await expect
      .poll(async () => reasonOf((async () => elsewhere.authenticate(token))()))
      .toBe('token_expired')
  })
})

describe('however much it is used, a session', () => {
  test('ends thirty days after it began [proof 228]', async () => {
    const { token } = await buildCustomer(program.services)
    for (let days = 0; days < 28; days += 4) {
      await program.advance(4 * DAY_MS)
      expect((await whoIs(token)).code).toBe(200)
      await program.services.identity.keeper.untilWritten()
    }
    await program.advance(2 * DAY_MS - 3_600_000)
    expect((await whoIs(token)).code).toBe(200)
    await program.services.identity.keeper.untilWritten()
    await program.advance(3_600_000)
    expect(await whoIs(token)).toEqual({ code: 503, reason: 'token_expired' })
  })
})

describe('of one customer’s sessions', () => {
  const living = async ({ customer_id }: BuiltCustomer) => {
    const rows = await program.db.asOwner(
      'select from identity.sessions where customer_id = $1 and revoked_at is null',
      [customer_id],
    )
    return rows.length
  }

  test('twenty go on; the one used longest ago ends, and its next call says why [proof 229]', async () => {
    const customer = await buildCustomer(program.services)
    const tokens = []
    for (let index = 0; index < 19; index += 1) tokens.push((await signIn(customer)).data.token)
    expect((await whoIs(customer.token)).code).toBe(200)
    await program.advance(6 * 60_000)
    // Using the first one makes the second the longest unused.
    expect((await whoIs(customer.token)).code).toBe(200)
    await program.services.identity.keeper.untilWritten()
    expect((await signIn(customer)).code).toBe(200)
    expect(await whoIs(tokens[0] ?? '')).toEqual({ code: 503, reason: 'session_displaced' })
    for (const token of [customer.token, ...tokens.slice(1)]) expect((await whoIs(token)).code).toBe(200)
    expect(await living(customer)).toBe(20)
  })

  test('no more than twenty are there after many sign-ins at once', async () => {
    const customer = await buildCustomer(program.services)
    const { customer_id } = customer
    const open = () =>
      program.system((tx) => openSession(tx, { customer_id, access: 'full', user_agent: undefined }, LIFE))
    await Promise.all(Array.from({ length: 30 }, open))
    expect(await living(customer)).toBe(20)
  })

  test('the one that a sign-in would end may end by itself meanwhile: both go through [proof 740]', async () => {
    const customer = await buildCustomer(program.services)
    const tokens: string[] = []
    for (let index = 0; index < 19; index += 1) tokens.push((await signIn(customer)).data.token ?? '')
    const eldest = (await program.services.sessions.authenticate(customer.token)).session_id
    const { database } = program.services
    const of_customer = { kind: 'customer', customer_id: customer.customer_id } as const
    const signed_in = await database.transaction(of_customer, async (tx) => {
      expect(await revokeSession(tx, customer.customer_id, eldest)).toBe(true)
      const signing_in = signIn(customer)
      await expect.poll(waitingForLocks).toBe(1)
      return { signing_in }
    })
    expect((await signed_in.signing_in).code).toBe(200)
    expect(await whoIs(customer.token)).toEqual({ code: 503, reason: 'token_expired' })
    expect(await living(customer)).toBe(20)
  })
})

describe('several processes', () => {
  test('hear of a revocation from the database', async () => {
    const { token } = await buildCustomer(program.services)
    const elsewhere = await SessionKeeper.create(program.services)
    await elsewhere.authenticate(token)
    await program.call(logout, {}, { token })
    const reason = async () => {
      try {
        await elsewhere.authenticate(token)
      } catch (error) {
        return Object(error).reason
      }
    }
    await expect.poll(reason).toBe('token_expired')
  })

  test('would not without the announcement, and then for a minute only', async () => {
    const { token, customer_id } = await buildCustomer(program.services)
    const elsewhere = await SessionKeeper.create(program.services)
    await elsewhere.authenticate(token)
    await program.db.asOwner('alter table identity.sessions disable trigger announce')
    await program.db.asOwner(
      'update identity.sessions set revoked_at = platform.now() where customer_id = $1',
      [customer_id],
    )
    await program.db.asOwner('alter table identity.sessions enable trigger announce')
    expect(elsewhere.authenticate(token)).toMatchObject({ customer_id })
    await program.advance(61_000)
    await expect(async () => elsewhere.authenticate(token)).rejects.toMatchObject({ reason: 'token_expired' })
  })
})

test('a call for customers and one that is restricted are different things', () => {
  expect(customerCall('POST /auth/v2/logout', { ...logout, auth: 'restricted' }).auth).toBe('restricted')
  expect(sessionList.auth).toBe('customer')
})
