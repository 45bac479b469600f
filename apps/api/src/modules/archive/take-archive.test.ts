import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { join } from 'node:path'
import { archiveTake } from '@adtally/contract/identity/archive.ts'
import { setPassword } from '@adtally/contract/money/wallet.ts'
import { notifications } from '@adtally/contract/service/service.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import {
  type BuiltCustomer,
  buildCustomer,
  transactionPasswordDigest,
} from '../../testing/worlds/build-customer.ts'
import { addFactor, FACTOR_PASSWORD } from '../../testing/worlds/customer-with-factor.ts'
import { openArchive } from './testing/open-archive.ts'

const PASSWORD = transactionPasswordDigest('204816')
const WRONG = transactionPasswordDigest('204817')

const program = await testProgram()
afterAll(() => program.close())

async function withPassword(): Promise<BuiltCustomer> {
  const built = await buildCustomer(program.services)
  await program.call(setPassword, { password: PASSWORD }, { token: built.token })
  return built
}

async function reasonOf(input: object, token?: string): Promise<string | undefined> {
  const { code, data } = await program.call(archiveTake, input, token === undefined ? {} : { token })
  return code === 200 ? 'taken' : data.reason
}

async function takingsOf(customer_id: string): Promise<number> {
  const rows = await program.db.asOwner(
    `select from audit.entries where customer_id = $1 and action = 'archive.taken'`,
    [customer_id],
  )
  return rows.length
}

describe('who may', () => {
  test('nobody without a session', async () => {
    expect(await reasonOf({})).toBe('not_signed_in')
  })

  test('with the transaction password, where one is set, and tries are counted [proof 352]', async () => {
    const { customer_id, token } = await withPassword()
    expect(await reasonOf({}, token)).toBe('field_required')
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await reasonOf({ password: WRONG }, token)).toBe('transaction_password_wrong')
    }
    expect(await reasonOf({ password: PASSWORD }, token)).toBe('transaction_password_locked')
    expect(await takingsOf(customer_id)).toBe(0)
  })

  test('with the sign-in password where no transaction password is set: a stolen session does not do [proof 377]', async () => {
    const { customer_id, token, password } = await buildCustomer(program.services)
    expect(await reasonOf({}, token)).toBe('field_required')
    expect(await reasonOf({ login_password: 'another one' }, token)).toBe('login_password_wrong')
    expect(await reasonOf({ password: PASSWORD }, token)).toBe('transaction_password_not_set')
    expect(await takingsOf(customer_id)).toBe(0)
    expect(await reasonOf({ login_password: password }, token)).toBe('taken')
  })

  test('with the second factor too, where one is set up, and a code is good once [proof 369]', async () => {
    const built = await addFactor(program, await buildCustomer(program.services))
    const password = FACTOR_PASSWORD
    expect(await reasonOf({ password }, built.token)).toBe('second_factor_required')
    expect(await reasonOf({ password, second_factor: '000000' }, built.token)).toBe('second_factor_wrong')
    const second_factor = await built.code()
    expect(await reasonOf({ password, second_factor }, built.token)).toBe('taken')
    expect(await reasonOf({ password, second_factor }, built.token)).toBe('second_factor_wrong')
    expect(await takingsOf(built.customer_id)).toBe(1)
  })

  test('one good code that comes many times at once is good once, and locks nothing', async () => {
    const built = await addFactor(program, await buildCustomer(program.services))
    const proof = { password: FACTOR_PASSWORD, second_factor: await built.code() }
    const outcomes = await Promise.all(Array.from({ length: 7 }, () => reasonOf(proof, built.token)))
    expect(outcomes.filter((one) => one === 'taken')).toHaveLength(1)
    expect(outcomes).not.toContain('second_factor_locked')
    const next = { password: FACTOR_PASSWORD, second_factor: await built.code(1) }
    expect(await reasonOf(next, built.token)).toBe('taken')
  })

  test('a closed or disabled account’s customer may, by the token that is left to them', async () => {
    const { customer_id, token } = await withPassword()
    await program.db.asOwner(`update identity.customers set status = 'disabled' where customer_id = $1`, [
      customer_id,
    ])
    program.services.identity.keeper.forgetCustomer(customer_id)
    const opened = await openArchive(program, token, { password: PASSWORD })
    expect(opened.rows('identity.customers')).toEqual([expect.objectContaining({ status: 'disabled' })])
  })

  test('whoever did not ask for it learns of it: in the notices, and in the audit log [proof 370]', async () => {
    const { customer_id, token } = await withPassword()
    expect(await reasonOf({ password: PASSWORD }, token)).toBe('taken')
    await program.drain()
    const { data } = await program.call(notifications, {}, { token })
    expect(data.items.map(({ title }) => title)).toContain('Archive of your data saved')
    expect(await takingsOf(customer_id)).toBe(1)
  })
})

describe('who goes away', () => {
  const files = () => {
    try {
      return readdirSync(join(program.services.settings.data_dir, 'archives'))
    } catch {
      return []
    }
  }

  test('while one is made, another of the same customer is refused; both tries leave no file behind [proof 363]', async () => {
    const { customer_id, token } = await withPassword()
    const outcomes = await Promise.all([1, 2, 3].map(() => reasonOf({ password: PASSWORD }, token)))
    expect(outcomes).toContain('taken')
    expect(outcomes.filter((one) => one !== 'taken' && one !== 'too_many_requests')).toEqual([])
    expect(await takingsOf(customer_id)).toBe(outcomes.filter((one) => one === 'taken').length)
    expect(files()).toEqual([])
  })

  test('one that can’t be read to its end is an error and no file, and the next one is made [proof 371]', async () => {
    const { customer_id, token } = await withPassword()
    await program.db.asOwner('revoke select on vip.months from adtally_api')
    try {
      expect(await reasonOf({ password: PASSWORD }, token)).toBe('server_error')
    } finally {
      await program.db.asOwner('grant select on vip.months to adtally_api')
    }
    expect(await takingsOf(customer_id)).toBe(0)
    expect([...files(), ...openArchives()]).toEqual([])
    expect(await reasonOf({ password: PASSWORD }, token)).toBe('taken')
  })

  test('a client that hangs up in the middle holds nothing up: the file is closed and the next one is made [proof 372]', async () => {
    const { token } = await withPassword()
    await program.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = program.server.server.address() as AddressInfo
    const body = JSON.stringify({ password: PASSWORD })
    const head = [
      `POST ${program.services.settings.base_path}${archiveTake.path} HTTP/1.1`,
      'host: test',
      `x-ct: ${token}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ]
    const socket = connect({ host: '127.0.0.1', port })
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    await expect.poll(openArchives).toEqual([])
    expect(await reasonOf({ password: PASSWORD }, token)).toBe('taken')
    expect(files()).toEqual([])
  })
})

/** Archives that this process has open; empty where the system does not tell (only Linux does). */
function openArchives(): string[] {
  const folder = '/proc/self/fd'
  if (!existsSync(folder)) return []
  const links = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name))
    } catch {
      return ''
    }
  })
  return links.filter((link) => link.includes('/archives/'))
}
