import { checkPassword, setPassword } from '@adtally/contract/money/wallet.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openText } from '../../../lib/sealed-text.ts'
import { deriveSecrets } from '../../../secrets.ts'
import {
  type BuiltCustomer,
  buildCustomer,
  transactionPasswordDigest as digest,
} from '../../../testing/worlds/build-customer.ts'
import { identityProgram } from '../../../testing/worlds/identity-program.ts'
import { customerById } from '../index.ts'
import { tryTransactionPassword } from './transaction-password.ts'
import type { ReadForCheck } from './transaction-passwords.repository.ts'

const program = await identityProgram({ real_hashes: true })
afterAll(() => program.close())

const RIGHT = digest('135790')
const WRONG = digest('000000')

async function customerWithPassword(): Promise<BuiltCustomer> {
  const customer = await buildCustomer(program.services)
  const { code } = await program.call(setPassword, { password: RIGHT }, { token: customer.token })
  expect(code).toBe(200)
  return customer
}

function check(token: string, password: string) {
  return program.call(checkPassword, { password }, { token })
}

describe('checking', () => {
  test('before one is set is refused', async () => {
    const { token } = await buildCustomer(program.services)
    expect((await check(token, RIGHT)).data.reason).toBe('transaction_password_not_set')
  })

  test.each([undefined, null, '', '135790', RIGHT.toUpperCase(), `${RIGHT}0`, 5, 'é'.repeat(32)])(
    'the wire form %j is malformed [proof 66]',
    async (password) => {
      const { token } = await buildCustomer(program.services)
      const { body } = await program.server.inject({
        method: 'POST',
        url: `${program.services.settings.base_path}${checkPassword.path}`,
        payload: { password },
        headers: { 'x-ct': token },
      })
      expect(JSON.parse(body)).toMatchObject({ code: 400, data: { field: 'password' } })
    },
  )

  test('five failures lock for fifteen minutes, with the deadline [proof 73]', async () => {
    const { token } = await customerWithPassword()
    const replies = []
    for (let tries = 0; tries < 6; tries += 1) replies.push(await check(token, WRONG))
    expect(replies.map(({ data }) => data.reason)).toEqual([
      ...Array.from({ length: 5 }, () => 'transaction_password_wrong'),
      'transaction_password_locked',
    ])
    const deadline = replies[5]?.data.deadline ?? ''
    expect(replies.map(({ data }) => data.deadline)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      deadline,
      deadline,
    ])
    const wait_ms = Date.parse(deadline) - program.services.clock.now_ms()
    expect(wait_ms).toBeGreaterThan(14 * 60_000)
    expect(wait_ms).toBeLessThanOrEqual(15 * 60_000)
    expect((await check(token, RIGHT)).data.reason).toBe('transaction_password_locked')
    await program.advance(15 * 60_000)
    expect((await check(token, RIGHT)).code).toBe(200)
  })

  test('a right one starts the count again', async () => {
    const { token } = await customerWithPassword()
    for (let rounds = 0; rounds < 3; rounds += 1) {
      for (let tries = 0; tries < 4; tries += 1) {
        expect((await check(token, WRONG)).data.reason).toBe('transaction_password_wrong')
      }
      expect((await check(token, RIGHT)).code).toBe(200)
    }
  })

  test('after a lock there are five tries again, not one', async () => {
    const { token } = await customerWithPassword()
    for (let tries = 0; tries < 5; tries += 1) await check(token, WRONG)
    await program.advance(15 * 60_000)
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await check(token, WRONG)).data.reason).toBe('transaction_password_wrong')
    }
    expect((await check(token, WRONG)).data.reason).toBe('transaction_password_locked')
  })
})

describe('a thousand tries at once', () => {
  test('get five checks', async () => {
    const { token } = await customerWithPassword()
    const replies = await Promise.all(Array.from({ length: 1_000 }, () => check(token, WRONG)))
    const reasons = Map.groupBy(replies, ({ data }) => data.reason)
    expect(reasons.get('transaction_password_wrong')).toHaveLength(5)
    expect(reasons.get('transaction_password_locked')).toHaveLength(995)
  })

  test('of as many processes as there are tries get five checks between them, too [proof 172]', async () => {
    const { customer_id } = await customerWithPassword()
    const kinds = await kindsOf(customer_id, WRONG, 30)
    expect(kinds.get('wrong')).toHaveLength(5)
    expect(kinds.get('locked')).toHaveLength(25)
  })

  test('control: would get more if the row were not kept meanwhile', async () => {
    const { customer_id } = await customerWithPassword()
    const readWithoutKeeping: ReadForCheck = async (tx, id) => {
      const { rows } = await sql<{ password_sealed: Buffer }>`
        select password_sealed from identity.transaction_passwords where customer_id = ${id}`.execute(tx)
      const [row] = rows
      return row ? { ...row, locked_until: null } : null
    }
    const kinds = await kindsOf(customer_id, WRONG, 30, readWithoutKeeping)
    expect(kinds.get('wrong')?.length).toBeGreaterThan(5)
  })
})

describe('a dozen right tries at once', () => {
  test('are all right, and lock nobody out [proof 177]', async () => {
    const { token } = await customerWithPassword()
    const replies = await Promise.all(Array.from({ length: 12 }, () => check(token, RIGHT)))
    expect(replies.map(({ code }) => code)).toEqual(Array(12).fill(200))
  })

  test('are all right in as many processes, after four wrong ones', async () => {
    const { token, customer_id } = await customerWithPassword()
    for (let tries = 0; tries < 4; tries += 1) await check(token, WRONG)
    expect((await kindsOf(customer_id, RIGHT, 12)).get('right')).toHaveLength(12)
  })
})

/** Outcomes of simultaneous tries, each as if in a process of its own. */
async function kindsOf(customer_id: string, digest_text: string, count: number, read?: ReadForCheck) {
  const { services } = program
  const outcomes = await Promise.all(
    Array.from({ length: count }, () => tryTransactionPassword(services, customer_id, digest_text, read)),
  )
  return Map.groupBy(outcomes, ({ kind }) => kind)
}

describe('what is stored', () => {
  test('is Argon2id, sealed: nothing to compare a guess with without the key', async () => {
    const { customer_id } = await customerWithPassword()
    const [row] = await program.db.asOwner<{ password_sealed: Buffer }>(
      'select password_sealed from identity.transaction_passwords where customer_id = $1',
      [customer_id],
    )
    const sealed = row?.password_sealed ?? Buffer.alloc(0)
    expect(sealed.toString('latin1')).not.toContain('argon2id')
    const key = program.services.settings.secret('identity-transaction-password')
    const hash = openText(key, customer_id, sealed)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const { hasher } = program.services.identity
    expect(await hasher.verify(hash, '135790')).toBe(false)
    expect(await hasher.verify(hash, RIGHT)).toBe(true)
    const another = deriveSecrets('another secret, of more than thirty-two letters')
    expect(() => openText(another('identity-transaction-password'), customer_id, sealed)).toThrow()
  })

  test('of one customer is no use to another', async () => {
    const [one, other] = [await customerWithPassword(), await customerWithPassword()]
    await program.db.asOwner(
      `update identity.transaction_passwords set password_sealed =
        (select password_sealed from identity.transaction_passwords where customer_id = $1) where customer_id = $2`,
      [one.customer_id, other.customer_id],
    )
    expect((await check(other.token, RIGHT)).data.reason).toBe('transaction_password_wrong')
  })
})

describe('setting', () => {
  const NEW = digest('246802')

  test('the second time needs the old one', async () => {
    const { token } = await customerWithPassword()
    const { data } = await program.call(setPassword, { password: NEW }, { token })
    expect(data).toMatchObject({ reason: 'old_transaction_password_required', field: 'old_password' })
    expect((await check(token, RIGHT)).code).toBe(200)
  })

  test('of twenty first ones at once, one is set', async () => {
    const { token } = await buildCustomer(program.services)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        program.call(setPassword, { password: digest(`10000${index}`) }, { token }),
      ),
    )
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  test('changes with the old one, and nothing waits', async () => {
    const { token } = await customerWithPassword()
    const change = (old_password: string, password: string) =>
      program.call(setPassword, { password, old_password }, { token })
    expect((await change(WRONG, NEW)).data).toMatchObject({
      reason: 'transaction_password_wrong',
      field: 'old_password',
    })
    expect((await change(RIGHT, RIGHT)).data.reason).toBe('transaction_password_same')
    expect((await change(RIGHT, NEW)).data).toEqual({ effective_wait_until: null })
    expect((await check(token, RIGHT)).data.reason).toBe('transaction_password_wrong')
    expect((await check(token, NEW)).code).toBe(200)
  })

  test('the old one can’t be guessed here either', async () => {
    const { token } = await customerWithPassword()
    for (let tries = 0; tries < 5; tries += 1) {
      await program.call(setPassword, { password: NEW, old_password: WRONG }, { token })
    }
    const { data } = await program.call(setPassword, { password: NEW, old_password: RIGHT }, { token })
    expect(data.reason).toBe('transaction_password_locked')
  })

  test('resets with the sign-in password, tells wallet, and withdrawals wait', async () => {
    const { token, password: login_password, customer_id } = await customerWithPassword()
    const reset = (given: string) =>
      program.call(setPassword, { password: NEW, login_password: given }, { token })
    expect((await reset('not the password')).data).toMatchObject({
      reason: 'login_password_wrong',
      field: 'login_password',
    })
    const { data } = await reset(login_password)
    const wait_ms = Date.parse(data.effective_wait_until ?? '') - program.services.clock.now_ms()
    expect(wait_ms).toBeGreaterThan(23.9 * 3_600_000)
    // The process's clock differs by milliseconds from the database's, which set it.
    expect(wait_ms).toBeLessThan(24 * 3_600_000 + 1_000)
    const told = await program.db.asOwner(
      "select payload from platform.outbox where topic = 'customer.transaction_password_reset' and key = $1",
      [customer_id],
    )
    expect(told).toEqual([{ payload: { customer_id } }])
    const customer = await program.system((tx) => customerById(tx, customer_id))
    expect(customer?.transaction_password_reset_at).toEqual(customer?.transaction_password_changed_at)
    expect((await check(token, NEW)).code).toBe(200)
  })

  test('the sign-in password can’t be guessed here without limit', async () => {
    const { token, password: login_password } = await customerWithPassword()
    for (let tries = 0; tries < 10; tries += 1) {
      await program.call(setPassword, { password: NEW, login_password: 'not the password' }, { token })
    }
    const { data } = await program.call(setPassword, { password: NEW, login_password }, { token })
    expect(data.reason).toBe('too_many_requests')
  })
})
