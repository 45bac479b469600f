import { login } from '@adtally/contract/identity/identity.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { forgetTries, identityProgram } from '../../../testing/worlds/identity-program.ts'
import { sweepJob } from '../sweep.ts'
import { tryFromNetwork, trySignIn } from './sign-in-limits.ts'

const MINUTE_MS = 60_000
const HOME = '203.0.113.7'

const program = await identityProgram()
const customer = await buildCustomer(program.services)
beforeEach(() => forgetTries(program.db))
afterAll(() => program.close())

interface Try {
  username?: string
  password?: string
  address?: string
  device_token?: string
}

async function signIn(wishes: Try = {}) {
  const { address = HOME, ...typed } = wishes
  const { body } = await program.server.inject({
    method: 'POST',
    url: `${program.services.settings.base_path}${login.path}`,
    remoteAddress: address,
    payload: { username: customer.username, password: customer.password, ...typed },
  })
  const { code, data } = JSON.parse(body)
  return { code, reason: data.reason, deadline: data.deadline, device_token: data.device_token }
}

/** Sends this many wrong passwords at once from each address; returns how many were checked. */
async function guess(addresses: readonly string[], each: number, username = customer.username) {
  const tries = addresses.flatMap((address) =>
    Array.from({ length: each }, () => signIn({ username, password: 'a guess', address })),
  )
  const replies = await Promise.all(tries)
  return replies.filter(({ reason }) => reason === 'credentials_wrong').length
}

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `198.51.100.${index + 1}`)

describe('strangers', () => {
  test('ninety wrong passwords from nine addresses: the owner signs in, on a device never seen before [proof 220]', async () => {
    expect(await guess(addresses(9), 15)).toBe(90)
    expect((await signIn()).code).toBe(200)
  })

  test('as many as they like: a device that the owner has used before signs in, another one is slowed [proof 221]', async () => {
    const { device_token } = await signIn()
    expect(await guess(addresses(12), 10)).toBe(100)
    expect(await signIn()).toMatchObject({ code: 400, reason: 'too_many_requests' })
    expect((await signIn({ device_token })).code).toBe(200)
    // Also from the strangers' network.
    expect((await signIn({ device_token, address: '198.51.100.1' })).code).toBe(200)
    expect((await signIn({ device_token: 'x'.repeat(43) })).reason).toBe('too_many_requests')
  })

  test('a device is known to those who signed in on it, and to nobody else', async () => {
    const other = await buildCustomer(program.services)
    const { device_token } = await signIn({ username: other.username, password: other.password })
    expect(await guess(addresses(11), 10)).toBe(100)
    expect((await signIn({ device_token })).reason).toBe('too_many_requests')
    await forgetTries(program.db)
    // Two people who share a device keep one token.
    expect((await signIn({ device_token })).device_token).toBe(device_token)
    expect(await guess(addresses(11), 10)).toBe(100)
    expect((await signIn({ device_token })).code).toBe(200)
  })

  test('a known device has ten tries itself: it may be in other hands', async () => {
    const { device_token } = await signIn()
    const reasons = []
    for (let tries = 0; tries < 11; tries += 1) {
      reasons.push((await signIn({ device_token, password: 'a guess' })).reason)
    }
    expect(reasons).toEqual([...Array.from({ length: 10 }, () => 'credentials_wrong'), 'too_many_requests'])
    expect((await signIn()).code).toBe(200)
  })
})

describe('failures count', () => {
  test('by a network of IPv6, whichever of its addresses they come from', async () => {
    const network = Array.from({ length: 20 }, (_, index) => `2001:db8:7:7::${index + 1}`)
    expect(await guess(network, 1)).toBe(10)
    expect(await guess(['2001:db8:7:8::1'], 1)).toBe(1)
  })

  test('by network over all names', async () => {
    const { services } = program
    let taken = 0
    for (let index = 0; index < 310; index += 1) {
      await tryFromNetwork(services, HOME).then(
        () => {
          taken += 1
        },
        () => undefined,
      )
    }
    expect(taken).toBe(300)
    expect((await signIn()).reason).toBe('too_many_requests')
    expect((await signIn({ address: '203.0.113.8' })).code).toBe(200)
  })

  test('in all processes together, simultaneous ones too, and a refused one costs nothing', async () => {
    const { services } = program
    // Another process, which shares only the database with this one.
    const elsewhere = { ...services, identity: { ...services.identity } }
    const at = { name: 'jane', address: HOME, known_device: null }
    const tries = Array.from({ length: 40 }, (_, index) => trySignIn(index % 2 ? services : elsewhere, at))
    const done = await Promise.allSettled(tries)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const rows = await program.db.asOwner<{ tries: number }>('select tries from identity.tries')
    expect(rows.map(({ tries }) => tries)).toEqual([10, 10, 10])
  })

  test('for fifteen minutes, and what has ended is forgotten', async () => {
    expect(await guess([HOME], 12)).toBe(10)
    const { reason, deadline } = await signIn()
    expect(reason).toBe('too_many_requests')
    const wait_ms = new Date(deadline).getTime() - program.services.clock.now_ms()
    expect(wait_ms).toBeGreaterThan(14 * MINUTE_MS)
    expect(wait_ms).toBeLessThanOrEqual(15 * MINUTE_MS)
    await program.advance(15 * MINUTE_MS)
    expect((await signIn()).code).toBe(200)
    await program.system((tx) => sweepJob.run(program.services, tx, { subject_id: '', due_at: new Date() }))
    expect(await guess([HOME], 10)).toBe(10)
    const [row] = await program.db.asOwner<{ rows: bigint }>('select count(*) as rows from identity.tries')
    expect(Number(row?.rows)).toBe(3)
  })

  test('by digests: what was typed where a name belongs is kept nowhere', async () => {
    await signIn({ username: 'my secret phrase', password: 'x' })
    const rows = await program.db.asOwner('select row_to_json(t)::text as text from identity.tries t')
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('my secret phrase').toString('hex'))
  })
})
