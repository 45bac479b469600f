import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { routes } from '../../app/routes.ts'
import { answerApi, type Reply, refusal, type Sent, success } from '../../testing/fake-api.ts'
import { buildPlacement, buildPlan, buildPlanCard, PLAN_ID, PRODUCT_ID } from '../../testing/plan-replies.ts'
import { startApp } from '../../testing/start-app.tsx'

type Plan = ReturnType<typeof buildPlan>
const conversion = {
  conversion_id: '01890000-0000-7000-8000-0000000000c1',
  at: '2026-02-28T10:00:00Z',
  goal: 'install',
  payout: '1.80',
  state: 'reversed',
  reason: 'device_velocity',
  placement: 'Article top',
}

async function start(plan: () => Plan, acts: Record<string, Reply> = {}): Promise<Sent[]> {
  const sent = answerApi({
    ...acts,
    '/unread_count': success({ unread_total: 0 }),
    '/plan/order/detail': () => success(plan()),
    '/plan/order/chart': success({ points: [], as_of: '2026-03-01T12:00:00Z' }),
    '/plan/order/conversions': success({ items: [conversion], next_cursor: null }),
  })
  await startApp({ routes, at: `/plan/detail?id=${PLAN_ID}` })
  return sent
}
const button = (name: string | RegExp) => browser.getByRole('button', { name, exact: true })
const timeline = () => browser.getByRole('list', { name: 'Timeline' })

describe('a running plan', () => {
  it('shows status, result as sure as it is, budget and what may come', async () => {
    await start(() => buildPlan())
    await expect.element(browser.getByRole('main').getByText('In progress').first()).toBeVisible()
    await expect.element(button(/^Estimated profit/)).toMatchTextContent(/-4\.08.*estimated/)
    await expect.element(browser.getByText('10% of 120.00 USD used')).toBeVisible()
    await expect.element(timeline().getByText('First ad shown')).toBeVisible()
    await expect.element(timeline().getByText('Waiting for settlement')).toBeVisible()
  })
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
    await expect.element(why).toMatchTextContent(/9\.00 revenue − 13\.08 spend = -4\.08\sUSD/)
    await expect
      .element(why)
      .toMatchTextContent(/Each of the 5 conversions cost 2\.61\sUSD of spend and paid 1\.80\sUSD/)
    await expect.element(why).toMatchTextContent(/8 conversions would have covered the spend/)
    await expect.element(why).toMatchTextContent(/Click rate3\.5%/)
    await expect.element(why).toMatchTextContent(/Cost per 1,000 impressions6\.96\sUSD/)
    await expect.element(why).toMatchTextContent(/doesn’t tell you what comes next/)
    await expect.element(browser.getByText(/^5 conversions\s· 9\.00\sUSD revenue$/)).toBeVisible()
    expect(await accessibilityFaults()).toEqual([])
  })
  it('is stopped only after asking, and shows its new state', async () => {
    let stopped = false
    const plan = () =>
      stopped
        ? buildPlan({
            status: 'putFinished',
            can: { cancel: false, pause: false, resume: false, stop: false },
          })
        : buildPlan()
    const sent = await start(plan, { '/plan/order/stop': success(buildPlanCard({ status: 'putFinished' })) })
    const stops = () => sent.filter(({ path }) => path.endsWith('/plan/order/stop'))
    await button('Stop').click()
    const dialog = browser.getByRole('alertdialog', { name: 'Stop this plan?' })
    await dialog.getByRole('button', { name: 'Back' }).click()
    expect(stops()).toHaveLength(0)
    await button('Stop').click()
    stopped = true
    await dialog.getByRole('button', { name: 'Stop plan' }).click()
    await expect.element(browser.getByText('Plan stopped')).toBeVisible()
    expect(stops().map(({ body }) => body)).toEqual([{ plan_id: PLAN_ID }])
    await expect.element(browser.getByRole('main').getByText('Delivery finished').first()).toBeVisible()
    await expect.element(button('Stop')).not.toBeInTheDocument()
  })
  it('says before it is cancelled what comes back as what (PRODUCT §3)', async () => {
    const can = { cancel: true, pause: false, resume: false, stop: false }
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
    const details = () => sent.filter(({ path }) => path.endsWith('/plan/order/detail')).length
    const before = details()
    await button('Pause plan').click()
    await expect.element(browser.getByText('You can’t pause this plan right now')).toBeVisible()
    await expect.poll(details).toBeGreaterThan(before)
  })
  it('tells a correction by both legs, its events with rule and version, and what all plans were charged back', async () => {
    const verdict_id = '01890000-0000-7000-8000-0000000000c7'
    const nothing = { customer: '0.00', startup_return: '0.00', rebate: '0.00', owed: '0.00' }
    const legs = {
      ...nothing,
      spend: '-4.00',
      platform_fee: '-0.80',
      revenue: '-1.80',
      profit_share: '-0.36',
    }
    const correction = {
      revision: 2,
      at: conversion.at,
      cause: 'invalid',
      verdict_id,
      ...legs,
      profit: '2.20',
    }
    const event = {
      event_id: conversion.conversion_id,
      at: conversion.at,
      kind: 'click',
      rule: 'device_velocity',
    }
    const side = { settled_plans: 1040, corrected_plans: 3, spend_returned: '9.00', revenue_reversed: '5.00' }
    const sent = await start(() => buildPlan({ status: 'settled' }), {
      '/plan/order/corrections': success({ items: [correction], next_cursor: null }),
      '/plan/order/invalid': success({
        items: [{ ...event, rule_version: 2, spend_returned: '4.00', revenue_reversed: '1.80' }],
        next_cursor: null,
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
    const asked = sent.filter(({ path }) => path.endsWith('/plan/order/invalid'))
    expect(asked.map(({ query }) => query)).toEqual([{ plan_id: PLAN_ID, revision: '2' }])
  })
  it('opens its conversions, with why one does not pay', async () => {
    await start(() => buildPlan())
    await button(/^Conversions ?5$/)
      .last()
      .click()
    const sheet = browser.getByRole('dialog', { name: 'Conversions' })
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
    const settlement = {
      settled_at: '2026-03-08T10:00:00Z',
      spend: '20.00',
      revenue: '3.60',
      profit: '-16.40',
      returned: '100.00',
      startup_return: '0.00',
      profit_share: '0.35',
      rebate: '0.00',
      paid: '3.25',
      platform_fee: '4.00',
      policy_version: 1,
      available_change: '-16.75',
    }
    const can = { cancel: false, pause: false, resume: false, stop: false }
    await start(() => buildPlan({ status: 'settled', estimated: false, profit: '-16.40', settlement, can }))
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
