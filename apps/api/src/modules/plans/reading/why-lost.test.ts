import { planDetail } from '@adtally/contract/plans/plans.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { afterAll, expect, test } from 'vitest'
import { receiptLines } from '../../../../../web/src/features/plans/components/placing/receipt-lines.ts'
import { type Reason, reasonOf } from '../../../../../web/src/features/plans/components/plan/result-reason.ts'
import { newId } from '../../../database/identifiers.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { reverseEvents } from '../../../testing/worlds/unrecorded-delivery.ts'
import { openSession } from '../../identity/index.ts'
import { PlanWorld, UNIT } from '../testing/plan-world.ts'

let world: PlanWorld

const p = await testProgram()
afterAll(() => p.close())
world = await PlanWorld.make(p, { payout: '2.50' })

/** The plan's page, as the customer gets it. */
async function pageOf(plan_id: string) {
  const session = { customer_id: world.customer_id, access: 'full', user_agent: undefined } as const
  const limits = { session_idle_ms: 86_400_000, session_max_ms: 86_400_000 }
  const token = await world.system((tx) => openSession(tx, session, limits))
  return (await p.call(planDetail, { plan_id }, { token })).data
}

/** Records delivery's counts, to match the money in the books. */
async function count(
  plan_id: string,
  figures: { impressions: number; clicks: number; conversions: number; reversed?: bigint },
) {
  await p.db.asOwner(
    `insert into statistics.plan_totals (plan_id, customer_id, impressions, clicks, conversions, revenue_reversed_micros)
    values ($1, $2, $3, $4, $5, $6)`,
    [
      plan_id,
      world.customer_id,
      figures.impressions,
      figures.clicks,
      figures.conversions,
      figures.reversed ?? 0n,
    ],
  )
}

/** The figures by the entries alone: spend from the plan's parts, and revenue, less reversals. */
async function byHand(plan_id: string) {
  const [sums] = await p.db.asOwner<{ spend: string; own: string; revenue: string; reversed: string }>(
    `select
      coalesce(sum(case when debit.code like 'plan_%' then amount_micros when credit.code like 'plan_%' then -amount_micros end)
        filter (where posting in ('spend', 'invalid_before_settlement')), 0)::text as spend,
      coalesce(sum(case when debit.code = 'plan_cash' then amount_micros when credit.code = 'plan_cash' then -amount_micros end)
        filter (where posting in ('spend', 'invalid_before_settlement')), 0)::text as own,
      coalesce(sum(case when credit.code = 'customer_unsettled' then amount_micros when debit.code = 'customer_unsettled' then -amount_micros end)
        filter (where posting in ('conversion', 'invalid_before_settlement')), 0)::text as revenue,
      coalesce(sum(amount_micros) filter (where debit.code = 'customer_unsettled' and reverses_id is not null), 0)::text as reversed
    from ledger.transfers
    join ledger.accounts debit on debit.id = debit_account_id
    join ledger.accounts credit on credit.id = credit_account_id
    where $1 in (debit.subject_id, credit.subject_id)`,
    [plan_id],
  )
  const micros = (text: string | undefined) => BigInt(text ?? '0')
  return {
    spend: micros(sums?.spend),
    own: micros(sums?.own),
    revenue: micros(sums?.revenue),
    reversed: micros(sums?.reversed),
  }
}

/** Checks that the page's figures equal the entries', and that it gives this reason. */
async function expectReason(plan_id: string, reason: (hand: Awaited<ReturnType<typeof byHand>>) => Reason) {
  const [page, hand] = [await pageOf(plan_id), await byHand(plan_id)]
  expect(page).toMatchObject({
    consumed: formatAmount(hand.spend),
    revenue: formatAmount(hand.revenue),
    profit: formatAmount(hand.revenue - hand.spend),
    spend_parts: { cash: formatAmount(hand.own) },
  })
  expect(hand.revenue).toBeLessThan(hand.spend)
  expect(reasonOf(page)).toEqual(reason(hand))
}

test('five plans lost for five reasons: the page says what the entries say by hand [proof 479]', async () => {
  const plan = async (spend: bigint, conversions: number, parts = 100n * UNIT) => {
    const { plan_id } = await world.place(parts)
    await world.spend(plan_id, spend)
    return { plan_id, converted: await world.convert(plan_id, conversions) }
  }
  // Each conversion cost more than it paid.
  const dear = await plan(40n * UNIT, 4)
  await count(dear.plan_id, { impressions: 9_000, clicks: 90, conversions: 4 })
  await expectReason(dear.plan_id, ({ spend }) => ({
    kind: 'perConversion',
    cost: formatAmount(spend / 4n),
    needed: (spend + 2_500_000n - 1n) / 2_500_000n,
  }))
  // No clicks.
  const unseen = await plan(30n * UNIT, 0)
  await count(unseen.plan_id, { impressions: 15_000, clicks: 0, conversions: 0 })
  await expectReason(unseen.plan_id, () => ({ kind: 'noClicks' }))
  // Revenue was reversed as invalid.
  const invalid = await plan(20n * UNIT, 10)
  const events = invalid.converted.slice(0, 4).map(({ conversion_id }) => ({
    event_id: conversion_id,
    plan_id: invalid.plan_id,
    spend: null,
    conversion_id,
  }))
  await world.system((tx) => reverseEvents(p.services, tx, { verdict_id: newId(), events }))
  await count(invalid.plan_id, { impressions: 9_000, clicks: 90, conversions: 6, reversed: 10n * UNIT })
  await expectReason(invalid.plan_id, ({ spend, revenue, reversed }) => ({
    kind: 'reversed',
    without: formatAmount(revenue + reversed - spend),
  }))
  // Clicks, but no accepted conversion: they came too late or were refused.
  const late = await plan(25n * UNIT, 0)
  await count(late.plan_id, { impressions: 9_000, clicks: 12, conversions: 0 })
  await expectReason(late.plan_id, () => ({ kind: 'noConversions' }))
  // The loss is the promotional part of the spend.
  const promoted = await world.place({
    cash_micros: 30n * UNIT,
    discount_micros: 20n * UNIT,
    startup_micros: 10n * UNIT,
  })
  await world.spend(promoted.plan_id, 60n * UNIT)
  await world.convert(promoted.plan_id, 16)
  await count(promoted.plan_id, { impressions: 9_000, clicks: 90, conversions: 16 })
  await expectReason(promoted.plan_id, ({ spend, own, revenue }) => ({
    kind: 'promotional',
    promotional: formatAmount(spend - own),
    without: formatAmount(revenue - own),
  }))
  await world.expectBooksToBalance()
})

test('from the profit to the wallet: the lines add up to what the available funds are more by the plan', async () => {
  const own = await PlanWorld.make(p, { payout: '2.50' })
  const before = await own.available()
  const { plan_id } = await own.place({
    cash_micros: 60n * UNIT,
    discount_micros: 25n * UNIT,
    startup_micros: 15n * UNIT,
  })
  await own.spend(plan_id, 70n * UNIT + 7n)
  await own.convert(plan_id, 18)
  await own.settle()
  world = own
  const page = await pageOf(plan_id)
  const change = (await own.available()) - before
  expect(page.settlement?.available_change).toBe(formatAmount(change))
  const lines = receiptLines(page)
  expect(lines.map(({ name }) => name)).toEqual(['coupon', 'startup', 'startup_return'])
  const micros = (text: string) => BigInt(Math.round(Number(text) * 1_000_000))
  const told = lines.reduce((sum, { amount }) => sum + micros(amount), micros(page.profit))
  expect(told).toBe(change)
})
