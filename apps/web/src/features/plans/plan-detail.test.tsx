import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { pageOf, type Replies, refusal, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import {
  buildPlacement,
  buildPlan,
  buildPlanCard,
  CAN_NOTHING,
  PLAN_ID,
  PRODUCT_ID,
  SETTLEMENT,
} from '../../testing/plan-replies.ts'

const conversion = {
  conversion_id: '01890000-0000-7000-8000-0000000000c1',
  at: '2026-02-28T10:00:00Z',
  goal: 'install',
  goal_title: 'Game installed',
  payout: '1.80',
  state: 'reversed',
  reason: 'device_velocity',
  placement: 'Article top',
}

const start = (plan: () => ReturnType<typeof buildPlan>, acts: Replies = {}) =>
  openPage(`/plan/detail?id=${PLAN_ID}`, {
    ...acts,
    '/plan/order/detail': () => success(plan()),
    '/plan/order/chart': success({ points: [], as_of: '2026-03-01T12:00:00Z' }),
    '/plan/order/conversions': pageOf(conversion),
  })
const button = (name: string | RegExp) => browser.getByRole('button', { name, exact: true })
const timeline = () => browser.getByRole('list', { name: 'Timeline' })

describe('a running plan', () => {
  it('leaves nothing empty beside the last of five counts', async () => {
    await start(() => buildPlan())
    const last = browser.getByRole('region', { name: 'Ads shown' }).getByRole('button').nth(4)
    await expect.element(last).toBeVisible()
    const { parentElement } = last.element()
    const ends = [last.element(), parentElement].map((each) => each?.getBoundingClientRect().right)
    expect(ends[0]).toBe(ends[1])
  })
  it('shows status, result as sure as it is, budget and what may come', async () => {
    await start(() => buildPlan())
    await expect.element(browser.getByRole('main').getByText('In progress').first()).toBeVisible()
    await expect.element(button(/^Estimated profit/)).toMatchTextContent(/-4\.08.*estimated/)
    await expect.element(browser.getByText('10% of 120.00 USD used')).toBeVisible()
    await expect.element(timeline().getByText('First ad shown')).toBeVisible()
    await expect.element(timeline().getByText('Waiting for settlement')).toBeVisible()
  })
  it.each([
    ['0.00', '0%'],
    ['0.0004', '<0.1%'],
    ['0.16', '0.1%'],
    ['11.99', '9.9%'],
    ['13.19', '10%'],
  ])(
    'with %s of 120.00 spent says %s: never none of the budget after spend [proof 842]',
    async (consumed, used) => {
      await start(() => buildPlan({ consumed, put_progress_percent: used === '10%' ? 10 : 0 }))
      await expect.element(browser.getByText(`${used} of 120.00 USD used`)).toBeVisible()
      const tally = browser.getByRole('progressbar', { name: 'Budget used' })
      await expect.element(tally).toHaveAttribute('aria-valuetext', used)
    },
  )
  it.each([
    [
      'that goes on',
      false,
      /Recorded: every amount here is an entry/,
      /Estimated: this figure can still change/,
    ],
    ['that is settled', true, /Settled: nothing here is estimated/, /Settled: nothing here is estimated/],
  ])(
    '%s says what is true of its figures when they are touched',
    async (_which, is_settled, spend, revenue) => {
      await start(() => buildPlan(is_settled ? { status: 'settled', estimated: false } : {}))
      for (const [name, meaning] of [
        ['Spend', spend],
        ['Advertising revenue', revenue],
      ] as const) {
        await button(new RegExp(`^${name}.*(recorded|estimated|settled)$`)).click()
        const sheet = browser.getByRole('dialog', { name })
        await expect.element(sheet).toMatchTextContent(meaning)
        expect(sheet.getByText(/final/).query()).toBeNull()
        await sheet.getByRole('button', { name: 'Close' }).click()
        await expect.element(sheet).not.toBeInTheDocument()
      }
    },
  )
  it('says why it came out as it did, from its own figures, and what each placement brought', async () => {
    const placements = [buildPlacement()]
    await start(() => buildPlan({ placements }))
    const why = browser.getByRole('region', { name: 'Why this result' })
    await expect.element(why).toMatchTextContent(/9\.00\sUSD revenue − 13\.08\sUSD spend = -4\.08\sUSD/)
    await expect
      .element(why)
      .toMatchTextContent(/Each of the 5 conversions cost 2\.61\sUSD of spend and paid 1\.80\sUSD/)
    await expect.element(why).toMatchTextContent(/8 conversions would have covered the spend/)
    await expect.element(why).toMatchTextContent(/Cost per conversion.*USDPayout: 1\.80\sUSD per conversion/)
    await expect.element(why).toMatchTextContent(/Click rate3\.5%/)
    await expect.element(why).toMatchTextContent(/Cost per 1,000 impressions6\.96\sUSD/)
    await expect.element(why).toMatchTextContent(/doesn’t tell you what comes next/)
    await expect.element(browser.getByText(/^5 conversions\s· 9\.00\sUSD revenue$/)).toBeVisible()
    expect(await accessibilityFaults()).toEqual([])
  })
  it('is stopped only after asking, and shows its new state', async () => {
    let stopped = false
    const plan = () => buildPlan(stopped ? { status: 'putFinished', can: CAN_NOTHING } : {})
    const sent = await start(plan, { '/plan/order/stop': success(buildPlanCard({ status: 'putFinished' })) })
    const stops = () => sent.bodies('/plan/order/stop')
    await button('Stop').click()
    const dialog = browser.getByRole('alertdialog', { name: 'Stop this plan?' })
    await dialog.getByRole('button', { name: 'Back' }).click()
    expect(stops()).toHaveLength(0)
    await button('Stop').click()
    stopped = true
    await dialog.getByRole('button', { name: 'Stop plan' }).click()
    await expect.element(browser.getByText('Plan stopped')).toBeVisible()
    expect(stops()).toEqual([{ plan_id: PLAN_ID }])
    await expect.element(browser.getByRole('main').getByText('Delivery finished').first()).toBeVisible()
    await expect.element(button('Stop')).not.toBeInTheDocument()
  })
  it('says before it is cancelled what comes back as what (PRODUCT §3)', async () => {
    const can = { ...CAN_NOTHING, cancel: true }
    const funding = { cash: '90.00', discount: '10.00', startup: '20.00' }
    await start(() => buildPlan({ status: 'matching', can, funding }))
    await button('Cancel plan').click()
    const dialog = browser.getByRole('alertdialog', { name: 'Cancel this plan?' })
    await expect
      .element(dialog)
      .toMatchTextContent(/90\.00 USD in your available.*coupon of 10\.00 USD.*20\.00 USD in your startup/)
    await expect.element(dialog.getByRole('button', { name: 'Cancel plan · 90.00 USD back' })).toBeVisible()
    await expect.element(dialog).not.toMatchTextContent(/all of/)
  })
  it('says why an act was refused, and reads the plan again', async () => {
    const sent = await start(() => buildPlan(), {
      '/plan/order/pause': refusal(405, 'You can’t pause this plan right now', {
        reason: 'plan_not_pausable',
      }),
    })
    await button('Pause').click()
    const details = () => sent('/plan/order/detail').length
    const before = details()
    await button('Pause plan').click()
    await expect.element(browser.getByText('You can’t pause this plan right now')).toBeVisible()
    await expect.poll(details).toBeGreaterThan(before)
  })
  it('tells a correction by both legs, its events with rule and version, and what all plans were charged back', async () => {
    const verdict_id = '01890000-0000-7000-8000-0000000000c7'
    const nothing = { customer: '0.00', startup_return: '0.00', rebate: '0.00', owed: '0.00' }
    const legs = { spend: '-4.00', platform_fee: '-0.80', revenue: '-1.80', profit_share: '-0.36' }
    const { at } = conversion
    const correction = { ...nothing, ...legs, revision: 2, at, cause: 'invalid', verdict_id, profit: '2.20' }
    const event = { event_id: conversion.conversion_id, at, kind: 'click', rule: 'device_velocity' }
    const side = { settled_plans: 1040, corrected_plans: 3, spend_returned: '9.00', revenue_reversed: '5.00' }
    const sent = await start(() => buildPlan({ status: 'settled' }), {
      '/plan/order/corrections': pageOf(correction),
      '/plan/order/invalid': pageOf({
        ...event,
        rule_version: 2,
        rule_text: 'More clicks of one device in a minute than a person makes.',
        rule_figures: { impressions_per_minute: 30, clicks_per_minute: 5 },
        spend_returned: '4.00',
        revenue_reversed: '1.80',
        follows_from: null,
        appeal_until: null,
        appeal: null,
      }),
      '/plan/chargeback_record': success({
        since: '2025-03-01T12:00:00Z',
        as_of: '2026-03-01T12:00:00Z',
        winners: side,
        losers: { ...side, corrected_plans: 2 },
      }),
    })
    await button('Corrections').click()
    const shown = browser.getByRole('dialog', { name: 'Corrections' })
    await expect
      .element(shown)
      .toMatchTextContent(/chargeback.*Spend-4\.00.*revenue-1\.80.*follow-0\.36.*2\.20/)
    await expect
      .element(shown.getByRole('list', { name: 'Events behind it' }))
      .toMatchTextContent(/rule version 2.*Spend returned 4\.00.*revenue reversed 1\.80/)
    await expect
      .element(shown)
      .toMatchTextContent(/without a loss \(profit or exactly 0\)3 of 1,040.*with a loss2 of 1,040/)
    expect(sent('/plan/order/invalid').map(({ query }) => query)).toEqual([
      { plan_id: PLAN_ID, revision: '2' },
    ])
  })
  it('opens its conversions, with why one does not pay', async () => {
    await start(() => buildPlan())
    await button(/^Conversions ?5$/)
      .last()
      .click()
    const sheet = browser.getByRole('dialog', { name: 'Conversions' })
    await expect.element(sheet).toMatchTextContent(/Game installed/)
    await expect.element(sheet.getByText('Too many events from one device')).toBeVisible()
    await expect.element(sheet.getByText('Reversed')).toBeVisible()
  })
  it('is repeated with its amount, over the product and its record', async () => {
    await start(() => buildPlan())
    await button('Repeat').click()
    await expect.poll(() => window.location.hash).toBe(`#/plan/goods-detail?id=${PRODUCT_ID}&amount=120.00`)
  })
})

describe('a settled plan', () => {
  it('shows a loss as plainly as a gain, to the last line', async () => {
    const figures = { spend: '20.00', revenue: '3.60', profit: '-16.40', returned: '100.00' }
    const paid = { profit_share: '0.35', paid: '3.25', platform_fee: '4.00', available_change: '-16.75' }
    const settlement = { ...SETTLEMENT, ...figures, ...paid }
    const settled = { status: 'settled', estimated: false, profit: '-16.40', settlement } as const
    await start(() => buildPlan({ ...settled, can: CAN_NOTHING }))
    const card = browser.getByRole('region', { name: 'Settlement', exact: true })
    await expect.element(card).toMatchTextContent(/revenue ?3\.60.*Spend ?20\.00.*share ?4\.00/)
    await expect
      .element(card)
      .toMatchTextContent(/Profit ?-16\.40.*follow ?0\.35.*funds ?3\.25.*returned ?100\.00/)
    await expect.element(card).not.toMatchTextContent(/rebate/)
    await expect.element(button(/^Profit.*settled/)).toMatchTextContent(/-16\.40.*settled/)
    await expect.element(button('Stop')).not.toBeInTheDocument()
  })
})
