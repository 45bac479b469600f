import { vipCancel, vipOpen } from '@adtally/contract/money/vip.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { plant } from '../../testing/plant.ts'
import { expectRefusedByGuard } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { deliveryIs } from '../../testing/servers/plan-answers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { PlanLife } from '../../testing/worlds/plan-life.ts'
import { type Move, NOT_ALLOWED, postAlone } from '../../testing/worlds/post-alone.ts'
import { asRole } from '../as-role.ts'
import { balances } from '../ledger/index.ts'
import { FEE, unearned, vipCause } from './accounts.ts'

const DAY_MS = 86_400_000
const UNIT = 1_000_000n
const REFUSED = '23514'
const TERMS = { price: '20.00', vip_fee_percent: 15 }
/** PostgreSQL reads it as a rule by which clocks go back ten days, once a year. */
const NO_ZONE = 'AAA-119BBB+119,337/13,200/0'

const t = await testProgram()
afterAll(() => t.close())

const asApi = (statements: string) => saidByLogin(t.db.logins.api, statements)
const post = (moves: readonly Move[], rows: (tx: Transaction) => Promise<unknown>) =>
  postAlone(asRole(t.services, 'api'), moves, rows)

async function opened(life: PlanLife): Promise<string> {
  const { data } = await t.call(vipOpen, { request_id: newId(), ...TERMS }, { token: await life.token() })
  return data.vip_id
}

/** Gives a month's price back, less these rebates, as cancelled at its beginning or now, with its posting. */
async function cancelled({ customer_id }: PlanLife, vip_id: string, at: 'opened_at' | 'now') {
  const now = t.services.clock.now()
  const ended_at = at === 'now' ? sql`${now}::timestamptz` : sql`opened_at`
  const [month] = await t.db.asOwner<{ refund_micros: bigint }>(
    `select case when $2 = 'opened_at' then price_micros
       else (price_micros - vip.earned_at(months, $3))::bigint end as refund_micros
     from vip.months where vip_id = $1`,
    [vip_id, at, now],
  )
  const { refund_micros } = month ?? { refund_micros: 0n }
  const [rest_micros = 0n] = await t.system((tx) => balances(tx, [unearned(vip_id)]))
  const from = { debit: unearned(vip_id), cause: vipCause(vip_id) }
  const back: Move = {
    ...from,
    posting: 'vip_cancelled',
    credit: { code: 'customer_available', owner_id: customer_id },
    amount_micros: refund_micros,
  }
  const earned: Move = {
    ...from,
    posting: 'vip_earned',
    credit: FEE,
    amount_micros: rest_micros - refund_micros,
  }
  return await post(at === 'now' ? [back, earned] : [back], (tx) =>
    sql`update vip.months set ended_at = ${ended_at}, earned_until = ${ended_at}, end_reason = 'cancelled',
      refund_micros = ${refund_micros}, rebate_micros = 0 where vip_id = ${vip_id}`.execute(tx),
  )
}

describe('with the login of customers’ calls alone', () => {
  test('a month that was used is not given back as cancelled when it began; without the guard it is [proof 770]', async () => {
    const life = await PlanLife.begin(t)
    const vip_id = await opened(life)
    const put_off = `select platform.schedule_job('vip.earn', '${vip_id}', ends_at) from vip.months where vip_id = '${vip_id}'`
    await t.db.asOwner(`set adtally.scope = 'system'; ${put_off}`)
    await t.advance(20 * DAY_MS)
    const stolen = () => cancelled(life, vip_id, 'opened_at')
    expect(await stolen()).toBe(REFUSED)
    const undoing = await plant(t.db.asOwner, [
      { routine: 'vip.guard_month', from: "new.ended_at < at - interval '1 minute'", to: 'false' },
    ])
    expect(await stolen()).toBe('ok')
    for (const undo of undoing) await t.db.asOwner(undo)
  })

  test('nor without the rebates that its plans have brought; control: the program’s own act takes them off [proof 771]', async () => {
    const life = await PlanLife.begin(t)
    const plan_id = await life.place(100n * UNIT)
    await life.spend(plan_id, 100n * UNIT)
    const vip_id = await opened(life)
    t.answers.gate = deliveryIs(true)
    for (const by_ms of [DAY_MS / 12, 8 * DAY_MS]) await t.advance(by_ms)
    const [month] = await t.db.asOwner<{ rebates: string }>('select vip.rebates_of($1)::text as rebates', [
      vip_id,
    ])
    expect(month).toEqual({ rebates: '5000000' })
    expect(await cancelled(life, vip_id, 'now')).toBe(REFUSED)
    // A transaction that began before those plans settled would not see their rebates.
    const early = `set transaction isolation level repeatable read;
      update vip.months set earned_until = platform.now() where vip_id = '${vip_id}'`
    expect(await asApi(early)).toMatch(/is done at READ COMMITTED/)
    const { data } = await t.call(vipCancel, { vip_id }, { token: await life.token() })
    expect(data).toMatchObject({ state: 'cancelled', rebate: '5.00' })
  })

  test('no month is had without its price, or from another day on; unasked it is [proof 772]', async () => {
    const { customer_id } = await PlanLife.begin(t)
    const insert = (at: string) => `insert into vip.months (vip_id, customer_id, policy_version, price_micros,
      fee_percent, vip_fee_percent, time_zone, opened_at, ends_at, earned_until)
      select uuidv7(), '${customer_id}', 1, 20000000, 20, 15, 'UTC', at, at + interval '1 month', at
      from (select date_trunc('milliseconds', ${at}) as at offset 0) begun`
    const guard = ['vip.months', 'months_paid'] as const
    await expectRefusedByGuard(
      t.db.asOwner,
      guard,
      () => asApi(insert('platform.now()')),
      /not what was posted/,
    )
    const vip_id = newId()
    const moves: readonly Move[] = [
      {
        posting: 'vip_opened',
        debit: { code: 'customer_available', owner_id: customer_id },
        credit: unearned(vip_id),
        amount_micros: 20n * UNIT,
        cause: vipCause(vip_id),
      },
    ]
    const later = insert("timestamptz '2099-01-01'").replace('uuidv7()', `'${vip_id}'`)
    expect(await post(moves, (tx) => sql.raw(later).execute(tx))).toBe('ok')
    const [month] = await t.db.asOwner<{ begins_now: boolean }>(
      "select opened_at between platform.now() - interval '1 minute' and platform.now() as begins_now from vip.months where vip_id = $1",
      [vip_id],
    )
    expect(month).toEqual({ begins_now: true })
    await t.advance(DAY_MS / 24)
    expect(
      await post([], (tx) =>
        sql`update vip.months set earned_until = ${t.services.clock.now()}
      where vip_id = ${vip_id}`.execute(tx),
      ),
    ).toBe(NOT_ALLOWED)
  })

  test('no month ends by a clock that no zone has, nor is a customer given one [proof 773]', async () => {
    const { customer_id } = await PlanLife.begin(t)
    const refused = /time_zone_real/
    const theirs = (zone: string) =>
      asApi(`update identity.customers set time_zone = '${zone}' where customer_id = '${customer_id}'`)
    const month = (zone: string) =>
      asApi(`insert into vip.months (vip_id, customer_id, policy_version, price_micros,
      fee_percent, vip_fee_percent, time_zone) values (uuidv7(), '${customer_id}', 1, 20000000, 20, 15, '${zone}')`)
    expect(await theirs(NO_ZONE)).toMatch(refused)
    expect(await month(NO_ZONE)).toMatch(refused)
    expect(await theirs('Asia/Bangkok')).toBe('done')
    expect(await month('Asia/Bangkok')).toMatch(/not what was posted/)
    const undoing = await plant(t.db.asOwner, [
      { table: 'vip.months', without: 'months_time_zone_real' },
      { table: 'identity.customers', without: 'customers_time_zone_real' },
    ])
    expect(await theirs(NO_ZONE)).toBe('done')
    expect(await month(NO_ZONE)).toMatch(/not what was posted/)
    for (const undo of undoing) await t.db.asOwner(undo)
  })

  test('control: every zone that the program and the database know by name is one', async () => {
    const { customer_id } = await PlanLife.begin(t)
    const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'GMT', 'EST5EDT', 'Etc/GMT+12', 'US/Eastern']
    await t.db.asOwner(
      `do $$ declare zone text; begin
         for zone in select name from pg_timezone_names union select unnest('{${names.join()}}'::text[]) loop
           update identity.customers set time_zone = zone where customer_id = '${customer_id}';
         end loop;
       end $$`,
    )
  })
})
