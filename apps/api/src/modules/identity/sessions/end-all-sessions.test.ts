import { login, logout, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { notifications } from '@adtally/contract/service/service.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../../database/connection.ts'
import { approveAsProposed } from '../../../testing/office/approve-as-proposed.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { testSettings } from '../../../testing/servers/test-services.ts'
import { somebodyWaits } from '../../../testing/somebody-waits.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildStaff, joinStaff, STAFF_PASSWORD } from '../../../testing/worlds/build-staff.ts'
import { asRole } from '../../as-role.ts'
import type { Staff } from '../../module.ts'
import { authenticateStaff, refuse, runVerb } from '../../operators/index.ts'
import { endAllSessionsAct, endAllSessionsVerb } from './end-all-sessions.ts'
import { SessionKeeper } from './session-keeper.ts'

const reason = 'Some login data may have been copied'
const ENDED = { code: 503, reason: 'token_expired', msg: 'Session expired, please log in again' }
const GOES_ON = { code: 200, reason: undefined }
/** Shorter than the time after which a process reads again without a notice. */
const BY_NOTICE = { timeout: 30_000 }
/** One customer's sessions, on top of the others'. */
const MANY = 20_000

const variables = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@adtally.example' }
const program = await testProgram({ settings: testSettings(variables) })
afterAll(() => program.close())
const staff = await buildStaff(program.services)

let who: BuiltCustomer
let other: BuiltCustomer
beforeEach(async () => {
  who = await buildCustomer(program.services)
  other = await buildCustomer(program.services)
})
// A proposal left open would block the next test.
afterEach(async () => {
  const open = await program.db.asOwner<{ proposal_id: string }>(
    "select proposal_id from operators.open_proposals where action = 'session.end_all'",
  )
  for (const { proposal_id } of open) {
    await refuse(program.services, acts, { proposal_id, staff: staff.maker, reason: 'Not needed' })
  }
})

const acts = [endAllSessionsAct]
const signIn = async ({ username, password }: BuiltCustomer, more: { device_token?: string } = {}) =>
  (await program.call(login, { username, password, ...more })).data
async function whoIs(token: string) {
  const { code, data, msg } = await program.call(userInfoCall, {}, { token })
  return code === 200 ? { code, reason: data.reason } : { code, reason: data.reason, msg }
}
async function proposed(flags: object = {}, by: Staff = staff.maker): Promise<string> {
  const office = asRole(program.services, 'office')
  const { proposal_id } = Object(await runVerb(office, endAllSessionsVerb, by, { reason, ...flags }))
  return String(proposal_id)
}
const approving = (proposal_id: string, by: Staff = staff.checker) =>
  approveAsProposed(program.services, acts, { proposal_id, staff: by })
async function counted(text: string, values: unknown[] = []): Promise<number> {
  const [row] = await program.db.asOwner<{ count: number }>(
    `select count(*)::int as count from ${text}`,
    values,
  )
  return row?.count ?? -1
}
const living = () => counted('identity.sessions where revoked_at is null and expires_at > platform.now()')

/** The notices that say why all sessions ended. */
async function toldWhy(token: string): Promise<unknown[]> {
  await program.drain()
  const { items } = (await program.call(notifications, {}, { token })).data
  return items.map(({ content }) => content).filter((content) => content.includes('not only you'))
}

describe('everybody’s sessions', () => {
  test('end by two of the staff, in every process, and are kept under both names; devices stay known, no letter goes out [proof 630]', async () => {
    const { device_token, token } = await signIn(who)
    await program.db.asOwner(
      `insert into identity.grants values (decode(repeat('ab', 32), 'hex'), $1, 1, uuidv7(), platform.now(),
         platform.now() + interval '5 minutes', null)`,
      [who.customer_id],
    )
    const elsewhere = await SessionKeeper.create(program.services)
    for (const known of [token, who.token, other.token]) await elsewhere.authenticate(known)
    const before = await living()
    const proposal_id = await proposed()
    expect(await living(), 'a proposal alone ends none').toBe(before)
    await program.drain()
    const letters = await counted('mail.letters')
    expect((await approving(proposal_id)).outcome).toEqual({
      sessions_ended: before,
      staff_sessions_ended: 0,
    })
    expect(await living()).toBe(0)
    for (const known of [token, who.token, other.token]) {
      await expect.poll(() => whoIs(known), BY_NOTICE).toEqual(ENDED)
      await expect
        .poll(() => reasonOf((async () => await elsewhere.authenticate(known))()), BY_NOTICE)
        .toBe('token_expired')
    }
    expect(await counted('identity.grants where used_at is null')).toBe(0)
    const again = await signIn(who, { device_token })
    expect(again.device_token, 'a device is known still').toBe(device_token)
    expect(await whoIs(again.token)).toEqual(GOES_ON)
    await program.drain()
    expect(await counted('mail.letters')).toBe(letters)
    const kept = await program.db.asOwner(
      "select actor_name, approver_name, reason from audit.entries where action = 'session.end_all'",
    )
    expect(kept).toEqual([{ actor_name: 'maker', approver_name: 'checker', reason }])
  })

  test('are told of once, as their customer signs in next, and to nobody who had none [proof 631]', async () => {
    const { token } = await signIn(who)
    await program.call(logout, {}, { token: other.token })
    await approving(await proposed())
    const first = await Promise.all([signIn(who), signIn(who)])
    const told = [`We logged every customer out on all devices, not only you. Reason: ${reason}`]
    expect(await toldWhy(first[0].token)).toEqual(told)
    expect(await toldWhy((await signIn(who)).token)).toEqual(told)
    expect(await toldWhy((await signIn(other)).token)).toEqual([])
    const late = await buildCustomer(program.services)
    expect(await toldWhy(late.token)).toEqual([])
    expect(await whoIs(token)).toMatchObject({ reason: 'token_expired' })
    // Ending again tells again, about the new ending only.
    await approving(await proposed({ reason: 'Once more' }))
    expect(await toldWhy((await signIn(who)).token)).toEqual([expect.stringContaining('Once more'), ...told])
  })

  test('are counted where it is proposed, and those that begin or end meanwhile keep nobody from approving it', async () => {
    const before = await living()
    const office = asRole(program.services, 'office')
    const propose = async () => Object(await runVerb(office, endAllSessionsVerb, staff.maker, { reason }))
    const { says, proposal_id } = await propose()
    expect(says).toMatch(new RegExp(`^End every session of every customer: ${before} sessions of `))
    await signIn(who)
    expect((await propose()).proposal_id, 'the same again is answered by what is there').toBe(proposal_id)
    expect(await reasonOf(proposed({}, staff.checker))).toBe('proposal_open')
    expect((await approving(proposal_id)).outcome).toMatchObject({ sessions_ended: before + 1 })
  })

  test('end with those of the staff where that is asked, but for the two who decide', async () => {
    const writer = await joinStaff(program.services, staff, { username: 'writer', roles: ['content'] })
    const [ada, abel] = staff.admins
    const proposal_id = await proposed({ staff_too: true })
    const [open] = await program.db.asOwner<{ facts: { says: string } }>(
      'select facts from operators.proposals where proposal_id = $1',
      [proposal_id],
    )
    expect(open?.facts.says).toMatch(/^End every session of every customer, and of the staff but the two/)
    await approving(proposal_id, ada)
    const sessions = await program.db.asOwner(
      'select distinct username from operators.sessions join operators.staff using (staff_id) order by 1',
    )
    expect(sessions).toEqual([{ username: ada.username }, { username: staff.maker.username }])
    for (const gone of [writer, abel]) {
      expect(await reasonOf(runVerb(program.services, endAllSessionsVerb, gone, { reason }))).toBe(
        'token_expired',
      )
    }
    Object.assign(staff.checker, await authenticateStaff(program.services, 'checker', STAFF_PASSWORD))
    Object.assign(abel, await authenticateStaff(program.services, abel.username, STAFF_PASSWORD))
  })
})

describe('nobody ends them', () => {
  test('alone, nor by another role [proof 632]', async () => {
    const before = await living()
    const helper = await joinStaff(program.services, staff, {
      username: 'helper',
      roles: ['support', 'content', 'finance_maker'],
    })
    const [admin] = staff.admins
    expect(await reasonOf(proposed({}, helper))).toBe('staff_role_missing')
    const proposal_id = await proposed()
    expect(await reasonOf(approving(proposal_id, staff.maker))).toBe('four_eyes')
    expect(await reasonOf(approving(proposal_id, helper))).toBe('staff_role_missing')
    expect(await reasonOf(proposed({ reason: undefined }))).toBe('field_required')
    expect(await living()).toBe(before)
    expect((await approving(proposal_id, admin)).outcome).toMatchObject({ sessions_ended: before })
    expect(await reasonOf(approving(proposal_id))).toBe('proposal_decided')
  })

  test('by a login of the program without two people: of every role refused, and what was approved before is good for nothing [proof 633]', async () => {
    const past = await proposed()
    await approving(past)
    await signIn(who)
    const before = await living()
    const waiting = await proposed()
    const { logins } = program.db
    const roles = ['api', 'delivery', 'worker', 'sandbox'] as const
    for (const proposal_id of [past, waiting]) {
      const end = `select identity.end_all_sessions('${proposal_id}')`
      expect(await saidByLogin(logins.office, end)).toMatch(/nobody approved by proposal/)
      for (const role of roles) expect(await saidByLogin(logins[role], end)).toMatch(/permission denied/)
    }
    const trial = `select operators.try_approval('${staff.checker.session_token}', '${waiting}')`
    const on_trial = `${trial}; select identity.end_all_sessions('${waiting}')`
    expect(await saidByLogin(logins.office, on_trial), 'on trial only').toMatch(/approved on trial/)
    const all = "update identity.sessions set revoked_at = platform.now(), ended_because = 'all_ended'"
    for (const role of ['delivery', 'worker', 'office'] as const) {
      expect(await saidByLogin(logins[role], all)).toMatch(/permission denied/)
    }
    const write = `insert into identity.session_endings values ('${waiting}', 'so', platform.now(), 0)`
    for (const role of ['office', ...roles] as const) {
      expect(await saidByLogin(logins[role], write)).toMatch(/permission denied/)
    }
    expect(await living()).toBe(before)
    const undoing = await plant(program.db.asOwner, [
      { routine: 'identity.end_all_sessions', from: 'if agreed is null', to: 'if false' },
    ])
    expect(await saidByLogin(logins.office, `select identity.end_all_sessions('${waiting}')`)).toBe('done')
    for (const undo of undoing) await program.db.asOwner(undo)
  })
})

describe('they end whole, or not at all', () => {
  /** Begins a session in a transaction that is still open. */
  async function beginning() {
    const client = await connect(program.db.logins.api)
    await client.query(`begin; set local adtally.scope = 'system';
      insert into identity.sessions (session_id, customer_id, token_hash, access, device, created_at, last_used_at, expires_at)
      values (uuidv7(), '${who.customer_id}', sha256('${who.customer_id}'), 'full', 'begun', platform.now(), platform.now(),
        platform.now() + interval '1 day')`)
    return client
  }

  test('of two who approve at once one does it, and whoever signs in meanwhile comes before or after [proof 634]', async () => {
    const proposal_id = await proposed()
    const client = await beginning()
    const [admin] = staff.admins
    const both = [approving(proposal_id), approving(proposal_id, admin)].map((one) => reasonOf(one))
    await expect.poll(() => somebodyWaits(program.db)).toBe(true)
    const begun = signIn(who)
    await client.query('commit')
    await client.end()
    expect((await Promise.all(both)).toSorted()).toEqual(['ok', 'proposal_decided'])
    await begun
    expect(await whoIs(other.token)).toEqual(ENDED)
    const of_proposal = 'identity.session_endings as ending where proposal_id = $1'
    expect(await counted(of_proposal, [proposal_id])).toBe(1)
    const passed_over = `${of_proposal} and exists (
      select from identity.sessions where revoked_at is null and created_at < ending.ended_at)`
    expect(await counted(passed_over, [proposal_id])).toBe(0)
  })

  test('killed in the middle, all go on and the proposal waits; approved again, all end [proof 635]', async () => {
    const before = await living()
    const proposal_id = await proposed()
    const client = await beginning()
    const killed = approving(proposal_id).then(
      () => 'done',
      () => 'killed',
    )
    await expect.poll(() => somebodyWaits(program.db)).toBe(true)
    const office = await connect(program.db.logins.office)
    await office.query(
      `select pg_terminate_backend(activity.pid)
       from pg_locks lock join pg_stat_activity activity using (pid)
       where not granted and activity.datname = current_database() and usename = current_user`,
    )
    await office.end()
    expect(await killed).toBe('killed')
    await client.query('rollback')
    await client.end()
    expect(await living()).toBe(before)
    expect(await whoIs(who.token)).toEqual(GOES_ON)
    expect((await approving(proposal_id)).outcome).toMatchObject({ sessions_ended: before })
    await expect.poll(() => whoIs(who.token), BY_NOTICE).toEqual(ENDED)
  })

  test('twenty thousand at once, by one notice [proof 636]', async () => {
    await program.db.asOwner(
      `insert into identity.sessions (session_id, customer_id, token_hash, access, device, created_at, last_used_at, expires_at)
       select uuidv7(), $1, sha256(int8send(number)), 'full', '', platform.now(), platform.now(), platform.now() + interval '1 day'
       from generate_series(1, ${MANY}::bigint) as number`,
      [who.customer_id],
    )
    const client = await connect(program.db.logins.api)
    const heard: (string | undefined)[] = []
    client.on('notification', ({ payload }) => heard.push(payload))
    await client.query('listen identity_sessions')
    const before = await living()
    expect(before).toBeGreaterThan(MANY)
    const proposal_id = await proposed()
    expect((await approving(proposal_id)).outcome).toMatchObject({ sessions_ended: before })
    await expect.poll(() => client.query('select').then(() => heard)).toEqual(['all'])
    await client.end()
    expect(await whoIs(who.token)).toEqual(ENDED)
  })
})
