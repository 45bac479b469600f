import { accountabilityList, login, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { emailConfirm } from '@adtally/contract/identity/identity-password.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { type BuiltCustomer, buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildStaff, joinStaff } from '../../../testing/worlds/build-staff.ts'
import { mailProgram, tokenIn } from '../../../testing/worlds/mail-program.ts'
import type { Staff } from '../../module.ts'
import { runVerb } from '../../operators/index.ts'
import { endSessionsVerb } from './end-sessions.ts'
import { SessionKeeper } from './session-keeper.ts'

const reason = 'A phone was stolen, said by call-back'
const ENDED = { code: 503, reason: 'session_ended_by_service' }
const GOES_ON = { code: 200, reason: undefined }

const mail = await mailProgram()
afterAll(() => mail.close())
const program = mail.program
const staff = await buildStaff(program.services)

const signIn = ({ username, password }: BuiltCustomer, more: { device_token?: string } = {}) =>
  program.call(login, { username, password, ...more })
async function whoIs(token: string) {
  const { code, data } = await program.call(userInfoCall, {}, { token })
  return { code, reason: data.reason }
}
const ending = ({ username: customer }: BuiltCustomer, flags: object = {}, by: Staff = staff.maker) =>
  runVerb(program.services, endSessionsVerb, by, { customer, reason, ...flags })
const feedOf = async (token: string) => (await program.call(accountabilityList, {}, { token })).data.items
const entriesOf = ({ customer_id }: BuiltCustomer) =>
  program.db.asOwner(
    "select from audit.entries where action = 'session.ended_by_service' and customer_id = $1",
    [customer_id],
  )
const addressOf = ({ username }: BuiltCustomer) => `${username}@example.com`

describe('all sessions of a customer', () => {
  test('end by one of the staff, and say why; the customer reads who and why, in the feed and by letter [proof 295]', async () => {
    const [who, other] = [await buildCustomer(program.services), await buildCustomer(program.services)]
    await program.call(
      emailConfirm,
      { token: tokenIn((await mail.mailsTo(addressOf(who)))[0]) },
      { token: who.token },
    )
    const { token } = (await signIn(who)).data
    expect(await whoIs(token)).toEqual(GOES_ON)
    expect(await ending(who)).toMatchObject({ sessions_ended: 2, devices_forgotten: 0 })
    expect(await whoIs(token)).toEqual(ENDED)
    expect(await whoIs(who.token)).toEqual(ENDED)
    expect(await whoIs(other.token)).toEqual(GOES_ON)
    const again = await signIn(who)
    expect(again.code).toBe(200)
    const role = staff.maker.roles.join(', ')
    expect(await feedOf(again.data.token)).toMatchObject([
      { action: 'session.ended_by_service', reason, role, approver_role: null },
    ])
    const letters = (await mail.mailsTo(addressOf(who))).map(({ subject }) => subject)
    expect(letters).toContain('Logged out on all devices')
  })

  test('end in every process, by the database’s word', async () => {
    const who = await buildCustomer(program.services)
    const elsewhere = await SessionKeeper.create(program.services)
    await elsewhere.authenticate(who.token)
    expect(elsewhere.authenticate(who.token)).not.toBeInstanceOf(Promise)
    await ending(who)
    await expect
      .poll(async () => await reasonOf((async () => await elsewhere.authenticate(who.token))()))
      .toBe(ENDED.reason)
  })

  test('end with what was granted in them, and with their devices where that is asked', async () => {
    const who = await buildCustomer(program.services)
    const { device_token } = (await signIn(who)).data
    expect((await signIn(who, { device_token })).data.device_token).toBe(device_token)
    await ending(who)
    expect((await signIn(who, { device_token })).data.device_token, 'a device is known still').toBe(
      device_token,
    )
    await program.db.asOwner(
      `insert into identity.grants values (decode(repeat('ab', 32), 'hex'), $1, 1, uuidv7(), platform.now(),
         platform.now() + interval '5 minutes', null)`,
      [who.customer_id],
    )
    expect(await ending(who, { forget_devices: true })).toMatchObject({
      sessions_ended: 1,
      devices_forgotten: 2,
    })
    expect((await signIn(who, { device_token })).data.device_token).not.toBe(device_token)
    expect(
      await program.db.asOwner('select from identity.grants where customer_id = $1', [who.customer_id]),
    ).toEqual([])
  })

  test('end once: of two at once one did it, and where nothing was there nothing is told', async () => {
    const who = await buildCustomer(program.services)
    const both = await Promise.all([ending(who), ending(who, {}, staff.checker)])
    expect(both.map((said) => Object(said).sessions_ended).toSorted()).toEqual([0, 1])
    expect(await ending(who)).toMatchObject({ sessions_ended: 0 })
    expect(await entriesOf(who)).toHaveLength(1)
    const told = await program.db.asOwner(
      "select from platform.outbox where payload ->> 'message' = 'sessions_ended' and payload ->> 'customer_id' = $1",
      [who.customer_id],
    )
    expect(told).toHaveLength(1)
  })
})

describe('nobody ends them', () => {
  test('of another role: refused by the program, and by the database to the office’s login [proof 297]', async () => {
    const who = await buildCustomer(program.services)
    const writer = await joinStaff(program.services, staff, {
      username: 'writer',
      roles: ['content', 'finance_maker'],
    })
    const [admin] = staff.admins
    for (const by of [writer, admin]) {
      expect(await reasonOf(ending(who, {}, by))).toBe('staff_role_missing')
    }
    const said = (session_token: string) =>
      saidByLogin(
        program.db.logins.office,
        `select identity.end_sessions('${session_token}', '${who.customer_id}', 'so', true)`,
      )
    expect(await said('no session')).toMatch(/nobody on the staff is at work by this session/)
    expect(await said(writer.session_token)).toMatch(/holds no role that ends sessions/)
    expect(await said(staff.checker.session_token)).toBe('done')
    const undoing = await plant(program.db.asOwner, [
      { routine: 'identity.end_sessions', from: "if not person.roles && '{support,risk}'", to: 'if false' },
    ])
    expect(await said(writer.session_token)).toBe('done')
    for (const undo of undoing) await program.db.asOwner(undo)
    const by_hand = `update identity.sessions set revoked_at = platform.now() where customer_id = '${who.customer_id}'`
    expect(await saidByLogin(program.db.logins.office, by_hand)).toMatch(/permission denied/)
    expect(await whoIs(who.token)).toEqual(GOES_ON)
    expect(await entriesOf(who)).toEqual([])
  })

  test('without a reason, or of nobody', async () => {
    const who = await buildCustomer(program.services)
    expect(await reasonOf(ending(who, { reason: undefined }))).toBe('field_required')
    expect(await reasonOf(ending({ ...who, username: 'nobody-at-all' }))).toBe('record_not_found')
  })
})
