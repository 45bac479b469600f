import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { codeOf, messageOf } from '../../database/start-error.ts'
import { type Planting, plant } from '../../testing/plant.ts'
import { expectRefusedByGuard, expectRefusedByRoutine } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { type Move, NOT_ALLOWED, postAlone } from '../../testing/worlds/post-alone.ts'
import { asRole } from '../as-role.ts'
import { PlanWorld, UNIT, UNTIMELY } from './testing/plan-world.ts'

const NOT_A_RESULT = '23514'
/** Revisions are accepted without evidence. */
const UNASKED: readonly Planting[] = [
  {
    routine: 'plans.allowed_by_correction',
    from: 'select * from judged where is_founded',
    to: 'select * from judged',
  },
  {
    routine: 'plans.allowed_by_correction',
    from: 'from judged where not is_founded',
    to: 'from judged where false',
  },
]

const t = await testServices()
afterAll(() => t.close())
// A settled plan, and a running one with unsettled revenue.
const world = await PlanWorld.make(t)
const leader_id = (await buildCustomer(t.services)).customer_id
const settled = (await world.place()).plan_id
await world.spend(settled, 100n * UNIT)
await world.convert(settled, 60)
await world.settle()
const running = (await world.place()).plan_id
await world.spend(running, 10n * UNIT)
await world.convert(running, 20)

/** The forged part of a result; the rest comes from its plan. */
interface Typed {
  revision: number
  revenue_micros: bigint
  share_micros?: bigint
  verdict_id?: string
}

/** Inserts a forged result with only the worker's login. */
async function type(tx: Transaction, plan_id: string, typed: Typed): Promise<void> {
  const { revision, revenue_micros, share_micros = 0n, verdict_id = null } = typed
  const leader = share_micros > 0n ? leader_id : null
  await sql`
    insert into plans.results (
      plan_id, revision, customer_id, product_id, advertiser_id, settled_at, created_at, cause, policy_version,
      amount_micros, cash_spend_micros, discount_spend_micros, startup_spend_micros, spend_fee_micros, revenue_micros,
      startup_return_micros, profit_share_micros, customer_micros, rebate_micros, platform_fee_micros,
      related_spend_micros, related_revenue_micros, transfers, leader_id, share_rate_percent, share_carried_loss_micros,
      verdict_id)
    select plan_id, ${revision}, customer_id, product_id, advertiser_id, status_at, platform.now(),
      ${verdict_id === null ? 'settlement' : 'invalid'}, policy_version, amount_micros, 0, 0, 0, 0, ${revenue_micros},
      0, ${share_micros}, ${revenue_micros - share_micros}, 0, 0, 0, 0, '{}', ${leader}::uuid,
      case when ${leader}::uuid is not null then 20 end, case when ${leader}::uuid is not null then 0 end, ${verdict_id}
    from plans.plans where plan_id = ${plan_id}`.execute(tx)
}

/** The database's answer to the worker's login at commit. */
async function said(
  rows: (tx: Transaction) => Promise<unknown>,
  moves: readonly Move[] = [],
): Promise<string> {
  return await postAlone(asRole(t.services, 'worker'), moves, rows)
}

/** The database's answer to the worker's login, as at commit, but rolled back. */
async function rehearse(rows: (tx: Transaction) => Promise<unknown>): Promise<string> {
  const worker = asRole(t.services, 'worker')
  const asking = worker.database.transaction({ kind: 'system' }, async (tx) => {
    await rows(tx)
    await sql`set constraints all immediate`.execute(tx)
    throw new RangeError('taken back')
  })
  return await asking.catch((error: unknown) => codeOf(error) ?? messageOf(error))
}

/** Like `said`, with faults planted or triggers off; the owner then removes what was accepted. */
async function saidWithout(
  asleep: readonly string[],
  plantings: readonly Planting[],
  ask: () => Promise<string>,
): Promise<string> {
  const [{ kept } = { kept: [] }] = await t.db.asOwner<{ kept: string[] }>(
    `select array_agg(plan_id || ' ' || revision) as kept from plans.results`,
  )
  const undoing = await plant(t.db.asOwner, plantings)
  for (const trigger of asleep) await t.db.asOwner(`alter table plans.results disable trigger ${trigger}`)
  try {
    return await ask()
  } finally {
    for (const statement of undoing) await t.db.asOwner(statement)
    await t.db.asOwner('alter table plans.results disable trigger stay')
    await t.db.asOwner(`delete from plans.results where plan_id || ' ' || revision <> all ($1)`, [kept])
    for (const trigger of [...asleep, 'stay'])
      await t.db.asOwner(`alter table plans.results enable always trigger ${trigger}`)
  }
}

const sharedBy = (verdict_id: string, plan_id: string, amount_micros: bigint): Move => ({
  posting: 'profit_shared',
  debit: { code: 'customer_unsettled', owner_id: world.customer_id, subject_id: plan_id },
  credit: { code: 'customer_available', owner_id: leader_id },
  amount_micros,
  cause: { kind: 'verdict', id: verdict_id },
})

describe('with the login of the worker alone', () => {
  test('nobody types a result of a plan that runs; control: without the guard they do [proof 190]', async () => {
    const first = () => said((tx) => type(tx, running, { revision: 1, revenue_micros: 50n * UNIT }))
    expect(await first()).toBe(NOT_A_RESULT)
    expect(await saidWithout(['results_guarded'], [], first)).toBe('ok')
  })

  test('nobody corrects by a verdict that is none, though nothing is posted; control: unasked they do [proof 191]', async () => {
    const typed = { revision: 2, revenue_micros: UNIT }
    const corrected = () => said((tx) => type(tx, settled, { ...typed, verdict_id: newId() }))
    expect(await corrected()).toBe(NOT_ALLOWED)
    expect(await saidWithout(['results_asked'], [], corrected)).toBe('ok')
    expect(await saidWithout([], UNASKED, corrected)).toBe(NOT_ALLOWED)
  })

  test('nobody shares a running plan’s revenue by a verdict that is none; control: it was so [proof 192]', async () => {
    const verdict_id = newId()
    const revenue_micros = 50n * UNIT
    const stolen = () =>
      said(
        async (tx) => {
          await type(tx, running, { revision: 1, revenue_micros })
          await type(tx, running, { revision: 2, revenue_micros, share_micros: 10n * UNIT, verdict_id })
        },
        [sharedBy(verdict_id, running, 10n * UNIT)],
      )
    expect(await stolen()).toMatch(/^(23514|LG002)$/)
    const asleep = ['results_guarded', 'results_asked']
    expect(await saidWithout(asleep, [], stolen)).toBe(NOT_ALLOWED)
    const before = await world.available(leader_id)
    expect(await saidWithout(asleep, UNASKED, stolen)).toBe('ok')
    expect(await world.available(leader_id)).toBe(before + 10n * UNIT)
  })

  test('nobody gives a settled plan a leader, or leaves a revision out [proof 193]', async () => {
    const typed = { revenue_micros: 150n * UNIT, verdict_id: newId() }
    const shared = () => said((tx) => type(tx, settled, { ...typed, revision: 2, share_micros: 30n * UNIT }))
    const third = () => said((tx) => type(tx, settled, { ...typed, revision: 3 }))
    for (const one of [shared, third]) {
      expect(await saidWithout(['results_asked'], [], one)).toBe(NOT_A_RESULT)
      expect(await saidWithout(['results_asked', 'results_guarded'], [], one)).toBe('ok')
    }
  })

  test('nobody settles a plan by its status and leaves its money, or shares it with whom it does not follow [proof 194]', async () => {
    // Other tests check that settlement is due.
    const undoing = await plant(t.db.asOwner, [UNTIMELY])
    const settling = async (tx: Transaction, typed: Typed) => {
      const steps = [
        ['putFinished', 'ended'],
        ['waitSettle', 'tokens_expired'],
        ['settled', 'settlement'],
      ] as const
      for (const [status, trigger] of steps)
        await sql`update plans.plans set status = ${status}, status_trigger = ${trigger}, status_at = platform.now()
          where plan_id = ${running}`.execute(tx)
      await type(tx, running, typed)
    }
    const nothing = { revision: 1, revenue_micros: 0n }
    const all = { revision: 1, revenue_micros: 50n * UNIT }
    const shared = { ...all, share_micros: 10n * UNIT }
    const rehearsed = (typed: Typed) => rehearse((tx) => settling(tx, typed))
    expect(await rehearsed(nothing)).toBe(NOT_A_RESULT)
    expect(await saidWithout(['results_guarded'], [], () => rehearsed(nothing))).toBe('taken back')
    // With this guard off, the books and the share's rule still refuse the result.
    const unlooked = [
      { routine: 'plans.guard_result', from: 'debits_posted_micros <> credits_posted_micros', to: 'false' },
    ]
    expect(await saidWithout([], unlooked, () => rehearsed(nothing))).toBe('taken back')
    expect(await saidWithout([], unlooked, () => rehearsed(all))).toBe(NOT_ALLOWED)
    expect(await saidWithout(['results_asked'], unlooked, () => rehearsed(all))).toBe('taken back')
    expect(await saidWithout(['results_asked'], unlooked, () => rehearsed(shared))).toBe(NOT_A_RESULT)
    for (const undo of undoing) await t.db.asOwner(undo)
  })
})

describe('a plan ends for a cause that is so, and owes what happened; without the guard it would not', () => {
  const end = (trigger: string, status = 'putFinished') =>
    `update plans.plans set status = '${status}', status_trigger = '${trigger}', status_at = platform.now()
     where plan_id = '<running>'`
  const said = (statements: string) => saidByLogin(t.db.logins.worker, statements, { running })

  test.each<[string, string]>([
    ['its end date', end('ended')],
    ['its money', end('spent')],
    ['its cap', end('cap_reached')],
    ['its tokens', `${end('stopped')}; ${end('tokens_expired', 'waitSettle')}`],
  ])('the worker does not end it by %s before [proof 217]', async (_name, statements) => {
    const { asOwner } = t.db
    await expectRefusedByRoutine(asOwner, [UNTIMELY], () => said(statements), /for a cause that is so/)
  })

  test('a plan in matching or in review ends neither before its time', async () => {
    const { plan_id } = await world.place()
    const matching = `update plans.plans set status = 'putFailed', status_trigger = 'no_delivery',
      status_at = platform.now() where plan_id = '${plan_id}'`
    expect(await said(matching)).toMatch(/for a cause that is so/)
  })

  test('an advertiser owes no conversion that did not happen [proof 218]', async () => {
    const owed = `insert into plans.owed_conversions
        (conversion_id, plan_id, customer_id, advertiser_id, payout_micros, occurred_at)
      select uuidv7(), plan_id, customer_id, advertiser_id, payout_micros, platform.now()
      from plans.plans where plan_id = '<running>'`
    const guard = ['plans.owed_conversions', 'owed_conversions_founded'] as const
    await t.db.asOwner(`alter table ${guard[0]} enable always trigger ${guard[1]}`)
    await expectRefusedByGuard(t.db.asOwner, guard, () => said(owed), /did not happen so/)
  })

  test.each<[string, string]>([
    ['past now', "platform.now() + interval '1 s'"],
    ['back', "'1999-01-01'"],
  ])('the rules of invalid traffic do not pass %s [proof 219]', async (_name, until) => {
    const guard = ['delivery.invalid_pass', 'passed_forward'] as const
    const passed = `update delivery.invalid_pass set passed_until = ${until}`
    await expectRefusedByGuard(t.db.asOwner, guard, () => said(passed), /have not passed/)
  })
})

describe('a plan begins with its money, and its deadlines count from now', () => {
  const asApi = (statements: string) => saidByLogin(t.db.logins.api, statements, { settled, running })
  const stopped = (status_at: string) =>
    `update plans.plans set status = 'putFinished', status_trigger = 'stopped', status_at = ${status_at}
     where plan_id = '<running>'`
  /** A plan like the running one, without its money. */
  const placed = (created_at: string, ends_at: string) =>
    `with moment as materialized (select (${created_at})::timestamptz as at)
     insert into plans.plans (plan_id, number, customer_id, product_id, advertiser_id, cash_micros, discount_micros,
       startup_micros, payout_micros, conversion_cap, platform_fee_percent, conversion_window_ms, policy_version,
       created_at, ends_at, time_zone, matched_at_once, status, status_trigger, status_at)
     select uuidv7(), 'P1', customer_id, product_id, advertiser_id, cash_micros, 0, 0, payout_micros, 1,
       platform_fee_percent, conversion_window_ms, policy_version, at, ${ends_at}, time_zone, true, 'matching',
       'creative_approved', at
     from plans.plans, moment where plan_id = '<running>'`
  const NOW = 'platform.now()'
  const UNPAID: Planting = {
    routine: 'plans.note_placing',
    from: 'from new_rows having count(*) > 0',
    to: 'from new_rows having false',
  }

  /** Expects a refusal for `why`, and none with the fault planted. */
  async function expectRefusedBy(plantings: readonly Planting[], statements: string, why: RegExp) {
    expect(await asApi(statements)).toMatch(why)
    const undoing = await plant(t.db.asOwner, plantings)
    expect(await asApi(statements)).toBe('done')
    for (const undo of undoing) await t.db.asOwner(undo)
  }

  // What a sandbox's clock was advanced by in the last minute is excused, and this world has just been through weeks.
  beforeAll(async () => {
    const kept = (what: string) =>
      `alter table platform.clock_advances ${what} trigger clock_advances_are_final`
    await t.db.asOwner(`${kept('disable')};
      update platform.clock_advances set advanced_at = advanced_at - interval '1 hour'; ${kept('enable')}`)
  })

  test.each<[string, string]>([
    ['a month ago, which would skip the conversion window', "platform.now() - interval '30 days'"],
    ['two minutes ago', "platform.now() - interval '2 minutes'"],
    ['in 2100, which would keep its money until then', "'2100-01-01'"],
  ])('it was not stopped %s [proof 761]', async (_name, status_at) => {
    const anytime = { routine: 'plans.note_status', from: 'not between earliest and latest', to: 'is null' }
    await expectRefusedBy([anytime], stopped(status_at), /changes now, and at no other time/)
  })

  test('control: what its customer stops now has stopped', async () => {
    expect(await asApi(stopped(NOW))).toBe('done')
  })

  test('it is not placed without its money [proof 762]', async () => {
    await expectRefusedBy([UNPAID], placed(NOW, "platform.now() + interval '1 day'"), /what plan .* causes/)
  })

  test.each<[string, string, string]>([
    ['years ago', "'2020-01-01'", "platform.now() + interval '1 day'"],
    ['tomorrow', "platform.now() + interval '1 day'", "platform.now() + interval '2 days'"],
    ['for longer than the policy says', NOW, "'2050-01-01'"],
  ])('nor %s [proof 763]', async (_name, created_at, ends_at) => {
    const unbounded = [
      UNPAID,
      { routine: 'plans.note_placing', from: 'not between earliest and latest', to: 'is null' },
      {
        routine: 'plans.note_placing',
        from: 'plan.ends_at > plan.created_at',
        to: "plan.ends_at > 'infinity'::timestamptz",
      },
    ]
    const why = /is placed now, on its product's terms and the policy's/
    await expectRefusedBy(unbounded, placed(created_at, ends_at), why)
  })

  test('control: with its money, its program’s call places it', async () => {
    expect((await world.place()).plan_id).toMatch(/^[0-9a-f-]{36}$/)
  })
})
