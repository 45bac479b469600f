import { accountClose, accountClosing } from '@adtally/contract/identity/closing.ts'
import { login, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { startupDetail, startupReceive } from '@adtally/contract/money/startup.ts'
import { vipOpen } from '@adtally/contract/money/vip.ts'
import {
  bankCardEdit,
  checkPassword,
  property,
  setPassword,
  withdraw,
  withdrawList,
} from '@adtally/contract/money/wallet.ts'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { notifications } from '@adtally/contract/service/service.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '../../database/connection.ts'
import { newId } from '../../database/identifiers.ts'
import { plant } from '../../testing/plant.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { sendInFile } from '../../testing/send-in-file.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import {
  type BuiltCustomer,
  buildCustomer,
  transactionPasswordDigest,
} from '../../testing/worlds/build-customer.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { addFactor, FACTOR_PASSWORD } from '../../testing/worlds/customer-with-factor.ts'
import { depositAccountFor } from '../wallet/index.ts'

const PASSWORD = transactionPasswordDigest('204816')
const BENEFICIARY = {
  kind: 'bank_account',
  bank_name: 'Harbour Bank',
  beneficiary_name: 'Some Body',
  account_number: 'GB82WEST12345698765432',
} as const

/** Raises on a refusal, which `done` would hide. */
const CLOSES = `do $$ begin
  if identity.close_own_account('<customer_id>', '<session_id>') <> 'closed' then raise exception 'was not closed'; end if;
end $$`
const GRANTS = `insert into startup.grants (grant_id, customer_id, person_id, amount_micros, policy_version)
  select uuidv7(), customer_id, person_id, (values ->> 'startup_grant_micros')::bigint, version
  from identity.customers, policies.versions where customer_id = '<customer_id>' order by version desc limit 1`
const SETS = `update identity.customers set status = 'cancelled' where customer_id = '<customer_id>'`

const program = await testProgram()
afterAll(() => program.close())
const market = await buildMarket(program.services, program.modules)

const state = async ({ token }: BuiltCustomer) => (await program.call(accountClosing, {}, { token })).data
async function close(
  { token }: Pick<BuiltCustomer, 'token'>,
  input: object = {},
): Promise<string | undefined> {
  const { code, data } = await program.call(accountClose, input, { token })
  return code === 200 ? 'closed' : data.reason
}
async function statusOf({ customer_id }: BuiltCustomer): Promise<string | undefined> {
  const rows = await program.db.asOwner<{ status: string }>(
    'select status from identity.customers where customer_id = $1',
    [customer_id],
  )
  return rows[0]?.status
}

/** Puts money into promo, which grants startup funds. */
async function fundPromo(): Promise<void> {
  const line_id = await market.payLine({ amount: '100.00', name: 'The operator', remittance: 'own' })
  await market.office.decide('match-own-money', { line_id })
  await market.office.decide('move-platform-money', { amount: '100.00', move: 'own-promo' })
}

async function untilWaiting(count: number): Promise<void> {
  const waiting = `select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => program.db.asProgram(waiting)).toEqual([{ count: BigInt(count) }])
}

/** Withdraws this amount, as far as the given step. */
async function takeOut(
  who: BuiltCustomer,
  amount: string,
  until: 'asked' | 'sent' | 'confirmed',
): Promise<void> {
  const options = { token: who.token }
  await program.call(setPassword, { password: PASSWORD }, options)
  const bound = await program.call(bankCardEdit, { beneficiary: BENEFICIARY, password: PASSWORD }, options)
  const { beneficiary_id } = bound.data
  const checked = await program.call(checkPassword, { password: PASSWORD, amount, beneficiary_id }, options)
  await program.call(
    withdraw,
    { request_id: newId(), amount, beneficiary_id, grant: checked.data.grant ?? '' },
    options,
  )
  if (until === 'asked') return
  const { number = '' } = (await program.call(withdrawList, {}, options)).data.items[0] ?? {}
  await market.office.decide('approve-withdrawal', { number })
  await sendInFile(market.office, number)
  if (until === 'sent') return
  await market.payLine({ amount: `-${amount}`, name: 'Some Body', remittance: `PAYOUT ${number}` })
  await program.drain()
}

describe('what stands in the way', () => {
  test('money, plans, a withdrawal under way and VIP are told, and nothing is closed [proof 373]', async () => {
    const who = await market.customerWith('100.00')
    expect(await state(who)).toMatchObject({
      money: '100.00',
      withdrawable: '100.00',
      plans_open: 0,
      vip_runs: false,
      may_close: false,
    })
    const options = { token: who.token }
    await program.call(vipOpen, { request_id: newId(), price: '20.00', vip_fee_percent: 15 }, options)
    const plan = { request_id: newId(), product_id: market.product_id, amount: '50.00' }
    await program.call(planPut, plan, options)
    await takeOut(who, '30.00', 'asked')
    expect(await state(who)).toMatchObject({
      money: '80.00',
      withdrawable: '0.00',
      plans_open: 1,
      withdrawals_open: 1,
      vip_runs: true,
      may_close: false,
    })
    expect(await close(who, { password: PASSWORD })).toBe('account_in_use')
    expect(await statusOf(who)).toBe('active')
  })

  test('a withdrawal that the bank has not confirmed is in the way, though the wallet is empty', async () => {
    const who = await market.customerWith('25.00')
    await takeOut(who, '25.00', 'sent')
    expect(await state(who)).toMatchObject({ money: '0.00', withdrawals_open: 1, may_close: false })
    expect(await close(who, { password: PASSWORD })).toBe('account_in_use')
  })

  test('a month of VIP that was paid for is in the way, though the wallet is empty', async () => {
    const who = await market.customerWith('20.00')
    const open = { request_id: newId(), price: '20.00', vip_fee_percent: 15 }
    await program.call(vipOpen, open, { token: who.token })
    expect(await state(who)).toMatchObject({ money: '0.00', vip_runs: true, may_close: false })
    expect(await close(who)).toBe('account_in_use')
  })
})

describe('closing', () => {
  test('an account that has ended is cancelled by its customer, who reads, saves and is told [proof 374]', async () => {
    const who = await market.customerWith('25.00')
    await takeOut(who, '25.00', 'confirmed')
    expect(await close(who)).toBe('field_required')
    expect(await close(who, { password: transactionPasswordDigest('111111') })).toBe(
      'transaction_password_wrong',
    )
    expect(await close(who, { password: PASSWORD })).toBe('closed')
    expect(await statusOf(who)).toBe('cancelled')
    const options = { token: who.token }
    expect((await program.call(userInfoCall, {}, options)).data.status).toBe('cancelled')
    expect((await program.call(property, {}, options)).data.total_assets).toBe('0.00')
    expect(await close(who, { password: PASSWORD })).toBe('account_cancelled')
    await program.drain()
    const told = (await program.call(notifications, {}, options)).data.items.map(({ title }) => title)
    expect(told).toContain('Account closed')
    const kept = await program.db.asOwner(
      `select from audit.entries where customer_id = $1 and action = 'account.closed' and actor_kind = 'customer'`,
      [who.customer_id],
    )
    expect(kept).toHaveLength(1)
  })

  test('money that comes later is theirs, read and withdrawn by a restricted sign-in [proof 375]', async () => {
    const who = await buildCustomer(program.services)
    const { reference } = await depositAccountFor(program.services, who.customer_id)
    expect(await close(who)).toBe('field_required')
    expect(await close(who, { login_password: who.password })).toBe('closed')
    await market.payLine({ amount: '12.00', name: 'Some Body', remittance: reference })
    const { data } = await program.call(login, { username: who.username, password: who.password })
    const token = Object(data).token ?? who.token
    expect((await program.call(property, {}, { token })).data.available_balance).toBe('12.00')
    const plan = { request_id: newId(), product_id: market.product_id, amount: '12.00' }
    expect((await program.call(planPut, plan, { token })).data.reason).toBe('account_cancelled')
  })

  test('the second factor is asked for, and a code is not spent on a “no”', async () => {
    const who = await market.customerWith('5.00')
    const factor = await addFactor(program, who)
    const second_factor = await factor.code()
    const proof = { password: FACTOR_PASSWORD, second_factor }
    expect(await close(who, proof)).toBe('account_in_use')
    const empty = await addFactor(program, await buildCustomer(program.services))
    expect(await close(empty, { password: FACTOR_PASSWORD })).toBe('second_factor_required')
    expect(await close(empty, { password: FACTOR_PASSWORD, second_factor: await empty.code() })).toBe(
      'closed',
    )
  })

  test('startup funds go back, and every session but this one ends', async () => {
    await fundPromo()
    const who = await buildCustomer(program.services)
    const options = { token: who.token }
    await program.call(startupReceive, { request_id: newId() }, options)
    const again = await program.call(login, { username: who.username, password: who.password })
    expect(await state(who)).toMatchObject({ startup_funds: '20.00', may_close: true })
    expect(await close(who, { login_password: who.password })).toBe('closed')
    const { grant } = (await program.call(startupDetail, {}, options)).data
    expect(grant).toMatchObject({ state: 'returned', unused: '0.00' })
    expect((await program.call(userInfoCall, {}, options)).data.status).toBe('cancelled')
    expect((await program.call(userInfoCall, {}, { token: again.data.token })).data.reason).toBe(
      'token_expired',
    )
  })

  test('at the same moment as startup funds are taken: the account is closed, and none are granted [proof 810]', async () => {
    await fundPromo()
    const who = await buildCustomer(program.services)
    const holder = await connect(program.db.owner)
    try {
      await holder.query('begin; select from audit.head for update')
      // Closes, but cannot commit before the audit log is free; then the funds are asked for.
      const closed = close(who, { login_password: who.password })
      await untilWaiting(1)
      const received = program.call(startupReceive, { request_id: newId() }, { token: who.token })
      await untilWaiting(2)
      await holder.query('commit')
      expect(await closed).toBe('closed')
      expect((await received).data.reason).toBe('account_cancelled')
    } finally {
      await holder.end()
    }
    const { grant } = (await program.call(startupDetail, {}, { token: who.token })).data
    expect(grant).toBeNull()
  })

  test('is refused as in use when its startup funds go elsewhere at the same moment [proof 812]', async () => {
    await fundPromo()
    const who = await buildCustomer(program.services)
    const options = { token: who.token }
    await program.call(startupReceive, { request_id: newId() }, options)
    const holder = await connect(program.db.owner)
    try {
      // Closing waits for its proof to be counted, after it has looked at what there is.
      await holder.query('begin; lock table identity.tries in exclusive mode')
      const closed = close(who, { login_password: who.password })
      await untilWaiting(1)
      const plan = { product_id: market.product_id, amount: '20.00', startup_amount: '20.00' }
      const placed = await program.call(planPut, { request_id: newId(), ...plan }, options)
      expect(placed.data.reason).toBeUndefined()
      await holder.query('commit')
      expect(await closed).toBe('account_in_use')
    } finally {
      await holder.end()
    }
    expect(await statusOf(who)).toBe('active')
  })

  test('of many at once, one closes', async () => {
    const who = await buildCustomer(program.services)
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => close(who, { login_password: who.password })),
    )
    expect(outcomes.filter((one) => one === 'closed')).toHaveLength(1)
    expect(outcomes.filter((one) => one !== 'closed' && one !== 'account_cancelled')).toEqual([])
    const kept = await program.db.asOwner(
      `select from audit.entries where customer_id = $1 and action = 'account.closed'`,
      [who.customer_id],
    )
    expect(kept).toHaveLength(1)
  })
})

describe('the login of the customers’ calls', () => {
  test('closes none in another’s session, none with money in it, and sets no status by itself [proof 376]', async () => {
    const [one, other] = [await buildCustomer(program.services), await buildCustomer(program.services)]
    const rich = await market.customerWith('1.00')
    const says = async (of: BuiltCustomer, session_of: BuiltCustomer) => {
      const rows = await program.db.asOwner<{ session_id: string }>(
        'select session_id from identity.sessions where customer_id = $1',
        [session_of.customer_id],
      )
      const session_id = rows[0]?.session_id ?? ''
      return await saidByLogin(program.db.logins.api, CLOSES, { customer_id: of.customer_id, session_id })
    }
    expect(await says(one, other)).toMatch(/a session of its own/)
    expect(await says(rich, rich)).toMatch(/was not closed/)
    expect(await saidByLogin(program.db.logins.api, SETS, { customer_id: one.customer_id })).toMatch(
      /permission denied/,
    )
    expect(await says(one, one)).toBe('done')
  })

  test('closes none with startup funds in it, and grants none to an account that is closed [proof 811]', async () => {
    await fundPromo()
    const who = await buildCustomer(program.services)
    const closed = await buildCustomer(program.services)
    await program.call(startupReceive, { request_id: newId() }, { token: who.token })
    expect(await close(closed, { login_password: closed.password })).toBe('closed')
    const [session] = await program.db.asOwner<{ session_id: string }>(
      'select session_id from identity.sessions where customer_id = $1',
      [who.customer_id],
    )
    const closes = () =>
      saidByLogin(program.db.logins.api, CLOSES, {
        customer_id: who.customer_id,
        session_id: session?.session_id ?? '',
      })
    const grants = () => saidByLogin(program.db.logins.api, GRANTS, { customer_id: closed.customer_id })
    expect(await closes()).toMatch(/was not closed/)
    expect(await grants()).toMatch(/granted to an active account/)
    const undoing = await plant(program.db.asOwner, [
      { routine: 'identity.close_own_account', from: ", 'startup')", to: ')' },
      { routine: 'startup.check_grant', from: " and status = 'active'", to: '' },
    ])
    expect(await closes(), 'control: not asked for startup funds').toBe('done')
    expect(await grants(), 'control: not asked for the status').toBe('done')
    for (const undo of undoing) await program.db.asOwner(undo)
  })
})
