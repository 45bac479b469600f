import { login } from '@adtally/contract/identity/identity.ts'
import { transactionFlowCause, transactionFlowMonth } from '@adtally/contract/money/statements.ts'
import { planInvalid, planInvalidAppeal, planInvalidAppealable } from '@adtally/contract/plans/plans.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { buildStaff, joinStaff } from '../../../testing/worlds/build-staff.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { keepHouse, settleBooks, verifyStatistics } from '../index.ts'
import { busyDevice as busyDeviceOf, passOver } from '../testing/busy-device.ts'

const UNIT = 1_000_000n
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const staff = await buildStaff(t.services)
const judge = await joinStaff(t.services, staff, { username: 'judge', roles: ['support'] })
const umpire = await joinStaff(t.services, staff, { username: 'umpire', roles: ['finance_checker'] })
const { clock } = t.services
const customer = await market.customerWith('400.00')

const busyDevice = (plan_id: string) => busyDeviceOf(t, market, plan_id)
const pass = () => passOver(t)

const month = () => clock.now().toISOString().slice(0, 7)

/** All balances there are, what statements close with, and the plans' figures. */
async function books() {
  const balances = await t.db.asOwner(
    `select code, owner_id, subject_id, credits_posted_micros - debits_posted_micros as balance_micros
     from ledger.accounts where credits_posted_micros <> debits_posted_micros order by code, owner_id, subject_id`,
  )
  const figures = await t.db.asOwner('select * from statistics.plan_totals order by plan_id')
  const { opening, closing } = (await t.call(transactionFlowMonth, { month: month() }, await session())).data
  const asked = { publisher_id: market.publisher_id, month: month() }
  const { closing: earned } = await market.office.run('publisher-statement', asked)
  return { balances, figures, opening, closing, earned }
}

/** What is spent of budgets and leases; leases that close change it. */
const budgets = () =>
  t.db.asOwner(
    `select plan_id, budgets.spent_micros, budgets.day_spent_micros, lease_id, leases.spent_micros as of_lease
     from delivery.budgets left join delivery.leases using (plan_id) order by plan_id, lease_id`,
  )

async function expectBooksRight(): Promise<void> {
  await t.system(async (tx) => {
    expect((await verifyLedger(tx)).differences).toEqual([])
    expect(await verifyStatistics(tx)).toEqual([])
  })
  for (const view of ['plan_differences', 'result_differences'])
    expect(await t.db.asOwner(`select * from reconciliation.${view}`)).toEqual([])
}

// Sessions don't outlast the notice of a rule.
const session = async () => {
  const { username, password } = customer
  return { token: (await t.call(login, { username, password })).data.token }
}
const invalidOf = async (plan_id: string) => {
  const { data } = await t.call(planInvalid, { plan_id }, await session())
  return data.items
}
const appeal = async (
  plan_id: string,
  event_id: string,
  members: { request_id?: string; grounds?: string } = {},
) => {
  const filed = { request_id: newId(), plan_id, event_id, grounds: 'They came from a fair.', ...members }
  return await t.call(planInvalidAppeal, filed, await session())
}
const openAppeal = async () => {
  const [open] = await market.office.list('traffic-appeals-list')
  return String(open?.appeal_id)
}
const decide = async (appeal_id: string, decision: 'granted' | 'refused', answer = 'The log shows it.') => {
  const flags = { appeal_id, decision, answer, reason: 'looked at the log' }
  const { proposal_id } = await market.office.run('traffic-appeal-decide', flags, judge)
  return await market.office.run('approve', { proposal_id }, umpire)
}

const STRICTER = { rule: 'device_velocity', set: ['impressions_per_minute=5', 'clicks_per_minute=5'] }

describe('PRODUCT §2.2 a rule is tried, published and applied, and an appeal is won', () => {
  test('and every balance, figure and statement is as before the verdict [proof 1030]', async () => {
    const plan_id = await market.place(customer.customer_id, 100n * UNIT)
    await busyDevice(plan_id)
    const span = { from: new Date(clock.now_ms() - HOUR_MS).toISOString() }
    const until = new Date(clock.now_ms() + MINUTE_MS).toISOString()
    const replayed = await market.office.run('traffic-replay', { ...STRICTER, ...span, until })
    expect(replayed.in_all).toMatchObject({ newly_invalid: '12', spend_returned: '0.012' })
    const published = await market.office.decide('traffic-rule-propose', { ...STRICTER, reason: 'a farm' })
    await t.advance(Date.parse(String(published.in_force_from)) - clock.now_ms() + 1_000)
    await pass()
    expect(await invalidOf(plan_id)).toEqual([])

    const later = await market.place(customer.customer_id, 100n * UNIT)
    await busyDevice(later)
    const before = { books: await books(), budgets: await budgets() }
    await pass()
    const taken = await invalidOf(later)
    const sums = (name: 'spend_returned' | 'revenue_reversed') => taken.map((event) => event[name]).toSorted()
    expect(taken.map(({ rule }) => rule).toSorted()).toEqual([
      // The whole minute: six impressions, six clicks.
      ...Array.from({ length: 12 }, () => 'device_velocity'),
      // Two conversions of clicks, six viewables of impressions.
      ...Array.from({ length: 8 }, () => 'impossible_sequence'),
    ])
    expect(sums('spend_returned').slice(-7)).toEqual(['0.00', ...Array.from({ length: 6 }, () => '0.002')])
    expect(sums('revenue_reversed').slice(-3)).toEqual(['0.00', '1.20', '1.20'])
    expect(await books()).not.toEqual(before.books)
    expect(await budgets()).not.toEqual(before.budgets)
    await expectBooksRight()

    const [event] = taken.filter(({ rule }) => rule === 'device_velocity')
    const filed = await appeal(later, event?.event_id ?? '')
    expect(filed).toMatchObject({ code: 200, data: { appeal: { state: 'open' } } })
    const appeal_id = await openAppeal()
    const own = { appeal_id, decision: 'granted', answer: 'So.', reason: 'mine' }
    expect(await reasonOf(market.office.run('traffic-appeal-decide', own))).toBe('four_eyes')
    await decide(appeal_id, 'granted')
    await t.drain()
    expect({ books: await books(), budgets: await budgets() }).toEqual(before)
    await expectBooksRight()
    const told = await invalidOf(later)
    expect(told.filter(({ appeal: one }) => one?.state === 'restored')).toHaveLength(12)
    const [entry] = await t.db.asOwner<{ id: string }>(
      "select id from ledger.transfers where cause_kind = 'restoration' and posting = 'conversion' limit 1",
    )
    const why = await t.call(transactionFlowCause, { transfer_id: entry?.id ?? '' }, await session())
    expect(why.data.facts).toContainEqual({ name: 'events', kind: 'count', value: '20' })
    await pass()
    expect(await books()).toEqual(before.books)
  })
})

/** Lets days go by, with or without looking for invalid traffic. */
async function live(days: number, looks = true): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await t.advance(DAY_MS)
    await settleBooks(t.services)
    if (looks) await keepHouse(t.services)
    await t.drain()
  }
}
const resultOf = async (plan_id: string) => {
  const rows = await t.db.asOwner<Record<string, unknown>>(
    `select revision, cause, spend_micros, spend_fee_micros, revenue_micros, customer_micros, platform_fee_micros
     from plans.results where plan_id = $1 order by revision desc limit 1`,
    [plan_id],
  )
  return rows[0]
}
const AS_PLAYED = {
  ...{ spend_micros: 12_000n, spend_fee_micros: 2_400n, revenue_micros: 2_400_000n },
  ...{ customer_micros: 2_400_000n, platform_fee_micros: 2_400n },
}
const [SPEED, SEQUENCE] = ['device_velocity', 'impossible_sequence']
const eventOf = async (plan_id: string, rule = SPEED) =>
  (await invalidOf(plan_id)).find((event) => event.rule === rule)?.event_id ?? ''

describe('an appeal that is won after the plan has settled', () => {
  test('settles it again with the events that had been found before, and its publisher is paid for them [proof 1031]', async () => {
    const plan_id = await market.place(customer.customer_id, 100n * UNIT, undefined, 1)
    await busyDevice(plan_id)
    await pass()
    await live(12)
    expect(await resultOf(plan_id)).toMatchObject({ revision: 1, spend_micros: 0n, revenue_micros: 0n })
    await appeal(plan_id, await eventOf(plan_id))
    await decide(await openAppeal(), 'granted')
    await t.drain()
    expect(await resultOf(plan_id)).toEqual({ revision: 2, cause: 'restored', ...AS_PLAYED })
    await expectBooksRight()
    await live(61)
    const [held] = await t.db.asOwner<{ held_micros: bigint }>(
      `select coalesce(sum(credits_posted_micros - debits_posted_micros), 0)::bigint as held_micros
       from ledger.accounts where code = 'publisher_unsettled' and subject_id = $1`,
      [plan_id],
    )
    expect(held).toEqual({ held_micros: 0n })
    await expectBooksRight()
  })

  test('takes back what the verdict after the settlement had moved, to the micro-unit [proof 1032]', async () => {
    const plan_id = await market.place(customer.customer_id, 100n * UNIT, undefined, 1)
    await busyDevice(plan_id)
    await live(17, false)
    expect(await resultOf(plan_id)).toEqual({ revision: 1, cause: 'settlement', ...AS_PLAYED })
    const before = await books()
    await keepHouse(t.services)
    await t.drain()
    expect(await resultOf(plan_id)).toMatchObject({ revision: 3, spend_micros: 0n, revenue_micros: 0n })
    await expectBooksRight()
    await appeal(plan_id, await eventOf(plan_id))
    await decide(await openAppeal(), 'granted')
    await t.drain()
    expect(await resultOf(plan_id)).toEqual({ revision: 4, cause: 'restored', ...AS_PLAYED })
    expect(await books()).toEqual(before)
    await expectBooksRight()
  })
})

describe('an appeal', () => {
  test('is told beforehand what it is about, to whose plan it is, and that is what it puts back [proof 1142]', async () => {
    const plan_id = await market.place(customer.customer_id, 100n * UNIT)
    // Another customer's plan by the same verdicts.
    const stranger = await market.customerWith('200.00')
    await busyDevice(await market.place(stranger.customer_id, 100n * UNIT))
    const other = await market.place(customer.customer_id, 100n * UNIT)
    await busyDevice(plan_id)
    const running = await books()
    await pass()
    const event_id = await eventOf(plan_id)
    const about = async (asked: { plan_id?: string; event_id?: string } = {}, who = session) =>
      (await t.call(planInvalidAppealable, { plan_id, event_id, ...asked }, await who())).data
    const whole = { events: 20, spend_returned: '0.012', revenue_reversed: '2.40' }
    expect(await about()).toEqual(whole)
    const others = async () => {
      const { username, password } = stranger
      return { token: (await t.call(login, { username, password })).data.token }
    }
    expect(await about({}, others)).toMatchObject({ reason: 'plan_not_found' })
    expect(await about({ event_id: newId() })).toMatchObject({ reason: 'verdict_not_appealable' })
    expect(await about({ plan_id: other })).toMatchObject({ reason: 'verdict_not_appealable' })

    await appeal(plan_id, event_id)
    await decide(await openAppeal(), 'granted')
    await t.drain()
    const { closing } = await books()
    expect(closing).toEqual(running.closing)
    expect(await about()).toEqual({ events: 0, spend_returned: '0.00', revenue_reversed: '0.00' })
  })

  test('is filed once, in time, by whose plan it is, and against what took something back [proof 1033]', async () => {
    const plan_id = await market.place(customer.customer_id, 100n * UNIT)
    await busyDevice(plan_id)
    await pass()
    const event_id = await eventOf(plan_id)
    const refusalOf = async (...asked: Parameters<typeof appeal>) => (await appeal(...asked)).data.reason
    expect(await refusalOf(newId(), event_id)).toBe('plan_not_found')
    expect(await refusalOf(plan_id, newId())).toBe('verdict_not_appealable')
    const other = await market.place(customer.customer_id, 100n * UNIT)
    expect(await refusalOf(other, event_id)).toBe('verdict_not_appealable')
    const filed = { request_id: newId(), grounds: 'A fair.' }
    const at_once = await Promise.all([1, 2, 3].map(() => appeal(plan_id, event_id, filed)))
    expect(at_once.map(({ code }) => code)).toEqual([200, 200, 200])
    expect((await appeal(plan_id, event_id, filed)).code).toBe(200)
    expect(await refusalOf(plan_id, event_id, { ...filed, grounds: 'Another.' })).toBe('request_id_reused')
    expect(await refusalOf(plan_id, event_id)).toBe('verdict_appealed')
    await decide(await openAppeal(), 'refused', 'Every tap came within a second.')
    const told = (await invalidOf(plan_id)).find((event) => event.event_id === event_id)
    expect(told).toMatchObject({
      appeal_until: null,
      appeal: { state: 'refused', answer: 'Every tap came within a second.' },
    })
    const follows = await eventOf(plan_id, SEQUENCE)
    await t.advance(30 * DAY_MS + HOUR_MS)
    expect(await refusalOf(plan_id, follows)).toBe('verdict_appeal_late')
  })

  test('of a publisher puts back what it showed, of whichever plan [proof 1036]', async () => {
    const { publisher_id } = market
    const plan_id = await market.place(customer.customer_id, 100n * UNIT)
    await busyDevice(plan_id)
    const before = await books()
    await pass()
    const flags = { publisher_id, event_id: await eventOf(plan_id), grounds: 'They were at our fair.' }
    const foreign = market.office.run('traffic-appeal-file', { ...flags, publisher_id: newId() })
    expect(await reasonOf(foreign)).toBe('verdict_not_appealable')
    await market.office.run('traffic-appeal-file', flags)
    expect(await reasonOf(market.office.run('traffic-appeal-file', flags))).toBe('verdict_appealed')
    await appeal(plan_id, flags.event_id)
    await decide(await openAppeal(), 'granted')
    await t.drain()
    expect(await books()).toEqual(before)
    // The customer's own appeal is answered after that, and their page says what the books say.
    await decide(await openAppeal(), 'refused', 'They were no visitors.')
    await t.drain()
    const told = (await invalidOf(plan_id)).find((event) => event.event_id === flags.event_id)
    expect(told).toMatchObject({ appeal: { state: 'restored', answer: null } })
    expect(await books()).toEqual(before)
    await expectBooksRight()
  })

  test('that is granted waits while the plan has no budget left, and nothing is half done [proof 1037]', async () => {
    const plan_id = await market.place(customer.customer_id, 100n * UNIT)
    await busyDevice(plan_id)
    await pass()
    await t.advance(3 * HOUR_MS)
    await keepHouse(t.services)
    const taken = await books()
    await appeal(plan_id, await eventOf(plan_id))
    await t.db.asOwner('update delivery.budgets set spent_micros = placed_micros where plan_id = $1', [
      plan_id,
    ])
    await decide(await openAppeal(), 'granted')
    await t.drain()
    await t.db.asOwner('update delivery.budgets set spent_micros = 10000 where plan_id = $1', [plan_id])
    expect((await books()).balances).toEqual(taken.balances)
    expect((await invalidOf(plan_id)).find(({ rule }) => rule === SPEED)?.appeal?.state).toBe('granted')
    await t.advance(HOUR_MS + MINUTE_MS)
    expect((await invalidOf(plan_id)).find(({ rule }) => rule === SPEED)?.appeal?.state).toBe('restored')
    await expectBooksRight()
  })
})

describe('the database by itself', () => {
  const ids: Record<string, string> = {}
  const { asOwner, logins } = t.db

  test('lets nobody put back what no granted appeal is about, and counts nothing without its money [proof 1038]', async () => {
    const plan_id = await market.place(customer.customer_id, 100n * UNIT)
    await busyDevice(plan_id)
    await pass()
    await appeal(plan_id, await eventOf(plan_id))
    const charged = (await invalidOf(plan_id)).find((event) => event.spend_returned !== '0.00')
    Object.assign(ids, { plan: plan_id, appeal: await openAppeal(), event: charged?.event_id ?? '' })
    const put = (spend: string) => () =>
      saidByLogin(
        logins.worker,
        `insert into delivery.restorations select event_id, decision_id, gen_random_uuid(), '<appeal>', plan_id, platform.now(), ${spend}, 0, revenue_reversed_micros
         from delivery.verdicts where event_id = '<event>'`,
        ids,
      )
    const granted = {
      routine: 'delivery.count_restorations',
      from: "appeal.decision = 'granted'",
      to: 'true',
    }
    const paid = {
      routine: 'delivery.allowed_by_restoration',
      from: " and appeal.decision = 'granted'",
      to: '',
    }
    // What refuses is the question whether the appeal is granted; and were it, the question for the money.
    for (const [faults, said] of [
      [[granted], /^done$/],
      [[granted, paid], /what restoration .* causes is not what was posted/],
    ] as const) {
      const undoing = await plant(asOwner, faults)
      try {
        expect(await put('spend_returned_micros')()).toMatch(said)
      } finally {
        for (const undo of undoing) await asOwner(undo)
      }
    }
    expect(await put('spend_returned_micros')()).toMatch(/puts back what its granted appeal is about/)
    expect(await put('spend_returned_micros - 1')()).toMatch(/puts back what its granted appeal is about/)
    for (const login of [logins.api, logins.delivery, logins.office])
      expect(await saidByLogin(login, 'insert into delivery.restorations default values')).toMatch(
        /permission denied/,
      )
  })

  test('takes no decision that two people did not agree on, nor one by who published the rule [proof 1039]', async () => {
    const decided =
      "update delivery.appeals set decision = 'granted', answer = 'So.', proposal_id = gen_random_uuid() where appeal_id = '<appeal>'"
    expect(await saidByLogin(logins.office, decided, ids)).toMatch(/nobody approved/)
    for (const login of [logins.api, logins.delivery, logins.worker])
      expect(await saidByLogin(login, decided, ids)).toMatch(/permission denied/)
    const flags = { appeal_id: ids.appeal, decision: 'granted', answer: 'So.', reason: 'seen' }
    const { proposal_id } = await market.office.run('traffic-appeal-decide', flags, judge)
    // The checker approved the rule's version.
    expect(await reasonOf(market.office.check('approve', { proposal_id }))).toBe('four_eyes')
    const undoing = await plant(asOwner, [
      { routine: 'delivery.guard_appeal', from: 'or not approval.is_trial and', to: 'or false and' },
    ])
    try {
      await market.office.check('approve', { proposal_id })
    } finally {
      for (const undo of undoing) await asOwner(undo)
    }
    expect((await invalidOf(ids.plan ?? '')).some((event) => event.appeal?.state === 'granted')).toBe(true)
  })

  test('files none for others, nor after its time [proof 1040]', async () => {
    const file = (login: typeof logins.api, columns: string, values: string) =>
      saidByLogin(
        login,
        `insert into delivery.appeals (appeal_id, verdict_id, rule, grounds, ${columns})
         select gen_random_uuid(), verdict_id, verdicts.rule, 'So.', ${values}
         from delivery.verdicts where plan_id = '<plan>' and rule = 'impossible_sequence' limit 1`,
        ids,
      )
    const own = (customer_id: string) =>
      ['customer_id, plan_id, request_id', `'${customer_id}', plan_id, 'r'`] as const
    expect(await file(logins.api, ...own(customer.customer_id))).toBe('done')
    expect(await file(logins.api, ...own(newId()))).toMatch(/no verdict .* that may be appealed/)
    expect(await file(logins.office, ...own(customer.customer_id))).toMatch(/permission denied/)
    await t.advance(30 * DAY_MS + HOUR_MS)
    expect(await file(logins.api, ...own(customer.customer_id))).toMatch(/no verdict .* that may be appealed/)
  })
})
