import { login, logout, logoutAll, sessionRevoke } from '@adtally/contract/identity/identity.ts'
import { passwordChange } from '@adtally/contract/identity/identity-password.ts'
import { webPushState, webPushTurnOff, webPushTurnOn } from '@adtally/contract/service/webpush.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { approveAsProposed } from '../../testing/office/approve-as-proposed.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { asRole } from '../as-role.ts'
import { approvedActs } from '../module.ts'
import { runVerb, verbsOf } from '../operators/index.ts'
import { webPushModule } from './index.ts'
import { webPushWorld } from './testing/webpush-world.ts'

const DAY_MS = 24 * 60 * 60_000

const w = await webPushWorld()
afterAll(() => w.close())
const staff = await buildStaff(w.p.services)

const CHANGED = 'transaction_password_changed'

async function stateOf(token: string) {
  return (await w.p.call(webPushState, {}, { token })).data
}

async function signInAgain({ username, password }: BuiltCustomer): Promise<string> {
  return (await w.p.call(login, { username, password })).data.token
}

async function sweep(): Promise<void> {
  const worker = asRole(w.p.services, 'worker')
  for (const job of webPushModule.jobs ?? []) {
    await worker.database.transaction({ kind: 'system' }, (tx) =>
      job.run(worker, tx, { subject_id: 'periodic', due_at: worker.clock.now() }),
    )
  }
}

async function change(verb_name: string, customer: string): Promise<void> {
  const verb = verbsOf(w.p.modules).find(({ name }) => name === verb_name)
  if (!verb) throw new Error(`no verb ${verb_name}`)
  const flags = { customer, reason: 'asked for by the customer' }
  const { proposal_id } = Object(await runVerb(w.p.services, verb, staff.maker, flags))
  if (proposal_id === undefined) return
  const acts = approvedActs(w.p.modules)
  await approveAsProposed(w.p.services, acts, { proposal_id: String(proposal_id), staff: staff.checker })
}

describe('with its session a device is told nothing more, and forgotten', () => {
  const ends: Record<string, (customer: BuiltCustomer) => Promise<unknown>> = {
    'logging out': ({ token }) => w.p.call(logout, {}, { token }),
    'logging out everywhere, from elsewhere': async (customer) =>
      w.p.call(logoutAll, {}, { token: await signInAgain(customer) }),
    'logging it out from elsewhere': async (customer) => {
      const token = await signInAgain(customer)
      const [session] = await w.p.db.asOwner<{ session_id: string }>(
        'select session_id from webpush.devices where customer_id = $1',
        [customer.customer_id],
      )
      await w.p.call(sessionRevoke, { session_id: session?.session_id ?? '' }, { token })
    },
    'a new password, set elsewhere': async (customer) => {
      const token = await signInAgain(customer)
      const password = 'a boat below the bridge'
      const input = { old_password: customer.password, password }
      expect((await w.p.call(passwordChange, input, { token })).code).toBe(200)
    },
    'customer service ending all sessions': ({ username }) => change('end-sessions', username),
    'disabling the account': ({ username }) => change('customer-disable', username),
    'cancelling the account': ({ username }) => change('customer-cancel', username),
    'not being used for a week': () => w.p.advance(8 * DAY_MS),
  }

  test.each(Object.keys(ends))('by %s [proof 524]', async (name) => {
    const { customer, device } = await w.customerWithDevice()
    await w.notify(customer.customer_id, CHANGED)
    // Also drops messages pending at that moment.
    await ends[name]?.(customer)
    expect(await w.send()).toBe(0)
    await w.notify(customer.customer_id, CHANGED)
    expect(await w.send()).toBe(0)
    expect(device.received).toEqual([])
    expect(await w.rows('messages')).toEqual([])
    await sweep()
    expect(await w.rows('devices')).toEqual([])
  })
})

test('a device is its own session’s: others stay as they are, and a new session begins with it off', async () => {
  const { customer, device } = await w.customerWithDevice()
  const token = await signInAgain(customer)
  expect((await stateOf(token)).is_on).toBe(false)
  const other = w.service.newDevice()
  await w.turnOn(token, other)
  await w.notify(customer.customer_id, CHANGED)
  expect(await w.send()).toBe(2)
  await w.p.call(webPushTurnOff, {}, { token })
  await w.notify(customer.customer_id, CHANGED)
  await w.send()
  expect([device.received.length, other.received.length]).toEqual([2, 1])
  // Turned on again with another address: the earlier one gets nothing.
  const later = w.service.newDevice()
  await w.turnOn(customer.token, later)
  await w.notify(customer.customer_id, CHANGED)
  await w.send()
  expect([device.received.length, later.received.length]).toEqual([2, 1])
})

describe('a device goes along with its customer who signs in on it anew', () => {
  const signInOn = async ({ username, password }: BuiltCustomer, token: string) =>
    (await w.p.call(login, { username, password }, { token })).data.token

  test('with what is on its way there, and ends with the new session as with any [proof 637]', async () => {
    const { customer, device } = await w.customerWithDevice()
    await w.notify(customer.customer_id, CHANGED)
    const again = await signInOn(customer, customer.token)
    const third = await signInOn(customer, again)
    expect((await stateOf(third)).is_on).toBe(true)
    expect(await w.send()).toBe(1)
    await w.notify(customer.customer_id, CHANGED)
    expect(await w.send()).toBe(1)
    expect(device.received).toHaveLength(2)
    await w.p.call(logout, {}, { token: third })
    await w.notify(customer.customer_id, CHANGED)
    expect(await w.send()).toBe(0)
    // A sign-in that names an ended session's token does not revive it.
    expect((await stateOf(await signInOn(customer, third))).is_on).toBe(false)
  })

  test('and with nobody else: another who signs in on it has it off, and its owner keeps it', async () => {
    const { customer, device } = await w.customerWithDevice()
    const next = await buildCustomer(w.p.services)
    expect((await stateOf(await signInOn(next, customer.token))).is_on).toBe(false)
    expect((await stateOf(customer.token)).is_on).toBe(true)
    await w.notify(next.customer_id, CHANGED)
    expect(await w.send()).toBe(0)
    await w.notify(customer.customer_id, CHANGED)
    expect(await w.send()).toBe(1)
    expect(device.received).toHaveLength(1)
  })

  test('what can’t be opened is left behind, and keeps nobody from signing in', async () => {
    const { customer } = await w.customerWithDevice()
    await w.p.db.asOwner(
      "update webpush.devices set subscription_sealed = decode(repeat('00', 64), 'hex') where customer_id = $1",
      [customer.customer_id],
    )
    expect((await stateOf(await signInOn(customer, customer.token))).is_on).toBe(false)
  })

  test('the api’s login takes it along to no session but the one that takes that place in the same transaction [proof 638]', async () => {
    const { customer } = await w.customerWithDevice()
    const other = await buildCustomer(w.p.services)
    const [row] = await w.p.db.asOwner<{ session_id: string }>(
      'select session_id from webpush.devices where customer_id = $1',
      [customer.customer_id],
    )
    const before = row?.session_id ?? ''
    const [theirs] = await w.p.db.asOwner<{ session_id: string }>(
      'select session_id from identity.sessions where customer_id = $1',
      [other.customer_id],
    )
    const made = newId()
    const end = `update identity.sessions set revoked_at = platform.now() where session_id = '${before}'`
    const begin = ({ customer_id }: BuiltCustomer) =>
      `insert into identity.sessions (session_id, customer_id, token_hash, access, device, created_at, last_used_at, expires_at)
       values ('${made}', '${customer_id}', sha256('${made}'), 'full', '', platform.now(), platform.now(),
         platform.now() + interval '1 day')`
    const carry = (to: string) => `select webpush.carry_device('${before}', '${to}', 'x')`
    const said = (...statements: string[]) => saidByLogin(w.p.db.logins.api, statements.join('; '))
    const refused = /takes the place of no other here/
    expect(await said(carry(theirs?.session_id ?? ''))).toMatch(refused)
    expect(await said(end, carry(theirs?.session_id ?? ''))).toMatch(refused)
    expect(await said(begin(customer), carry(made)), 'where the one before goes on').toMatch(refused)
    expect(await said(end, begin(other), carry(made)), 'another’s').toMatch(refused)
    expect(await said(end, begin(customer), carry(made))).toBe('done')
    expect(await saidByLogin(w.p.db.logins.worker, carry(made))).toMatch(/permission denied/)
    const by_hand = `update webpush.devices set session_id = '${theirs?.session_id}'`
    expect(await said(by_hand)).toMatch(/permission denied/)
    expect((await stateOf(customer.token)).is_on).toBe(true)
  })
})

describe('nobody is told what is another’s', () => {
  test('one customer’s news go to no other’s device, and none reads or ends another’s [proof 525]', async () => {
    const one = await w.customerWithDevice()
    const other = await w.customerWithDevice()
    await w.notify(one.customer.customer_id, CHANGED)
    await w.send()
    expect([one.device.received.length, other.device.received.length]).toEqual([1, 0])
    const database = w.p.services.databases.api
    const scope = { kind: 'customer', customer_id: other.customer.customer_id } as const
    const found = await database.transaction(scope, (tx) =>
      tx.selectFrom('webpush.devices').select('customer_id').execute(),
    )
    expect(found).toEqual([{ customer_id: other.customer.customer_id }])
    await database.transaction(scope, (tx) => tx.deleteFrom('webpush.devices').execute())
    expect((await stateOf(one.customer.token)).is_on).toBe(true)
  })

  test('who logs in on a browser after somebody else takes its address over', async () => {
    const { customer, device } = await w.customerWithDevice()
    const next = await buildCustomer(w.p.services)
    await w.turnOn(next.token, device)
    expect((await stateOf(customer.token)).is_on).toBe(false)
    await w.notify(customer.customer_id, CHANGED)
    expect(await w.send()).toBe(0)
    await w.notify(next.customer_id, CHANGED)
    expect(await w.send()).toBe(1)
  })

  test('the api’s login keeps a device in a session of its scope’s customer alone, and writes no row by itself', async () => {
    const { customer } = await w.customerWithDevice()
    const other = await buildCustomer(w.p.services)
    const [row] = await w.p.db.asOwner<{ session_id: string }>(
      'select session_id from webpush.devices where customer_id = $1',
      [customer.customer_id],
    )
    const keep = `select webpush.keep_device('${row?.session_id}', 'x', sha256('x'), 'push.example', 'en')`
    const said = (statements: string) => saidByLogin(w.p.db.logins.api, statements)
    const as_other = `set local adtally.scope = 'customer'; set local adtally.customer_id = '${other.customer_id}'`
    expect(await said(`${as_other}; ${keep}`)).toMatch(/session of one's own/)
    expect(await said(keep)).toMatch(/session of one's own/)
    expect(await said('update webpush.devices set failures = 0')).toMatch(/permission denied/)
    expect(await said('select * from webpush.messages')).toMatch(/permission denied/)
  })
})

test('what is kept of a device tells nobody where it is, nor its keys', async () => {
  const { device } = await w.customerWithDevice()
  const { endpoint, p256dh, auth } = device.subscription
  const kept = JSON.stringify(
    await w.p.db.asOwner("select d::text, encode(subscription_sealed, 'escape') from webpush.devices d"),
  )
  for (const secret of [new URL(endpoint).pathname, p256dh, auth]) expect(kept).not.toContain(secret)
  expect(kept).toContain('push.example')
})

test('turning it on twice with the same address is turning it on once', async () => {
  const { customer, device } = await w.customerWithDevice()
  expect((await w.p.call(webPushTurnOn, device.subscription, { token: customer.token })).code).toBe(200)
  await w.notify(customer.customer_id, CHANGED)
  expect(await w.send()).toBe(1)
})
