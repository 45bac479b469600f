import { describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { pageOf, type Replies, refusal, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import { buildPlacement, buildPlan, buildPlanCard, PLAN_ID, SETTLEMENT } from '../../testing/plan-replies.ts'

const SEEN = { viewable: 640, viewability_percent: '64.0', film: null }

const start = (plan: () => ReturnType<typeof buildPlan>, acts: Replies = {}) =>
  openPage(`/plan/detail?id=${PLAN_ID}`, {
    ...acts,
    '/plan/order/detail': () => success(plan()),
    '/plan/order/chart': success({
      points: [
        { at: '2026-02-28T10:00:00Z', spend: '6.00', revenue: '3.60', impressions: 878, ...SEEN },
        { at: '2026-02-28T11:00:00Z', spend: '7.08', revenue: '5.40', impressions: 1000, ...SEEN },
      ],
      as_of: '2026-03-01T12:00:00Z',
    }),
    '/plan/order/entries': pageOf(),
  })

describe('the break-even line', () => {
  it('lies at what the results brought, in legend and table, and says what had to convert [proof 488]', async () => {
    await start(() => buildPlan())
    await expect.element(browser.getByRole('figure').getByText('Break-even')).toBeVisible()
    // 13.08 ÷ 65 clicks = 0.201230…; ÷ 1.80 = 11.2 %; 5 of 65 are 7.7 %.
    await expect
      .element(browser.getByRole('main'))
      .toMatchTextContent(
        /The 5 conversions paid 9\.00\sUSD\. With that much spend the plan breaks even\. It spent 13\.08\sUSD\. At 0\.20\sUSD a click and 1\.80\sUSD a conversion, 11% of clicks had to convert to break even\. 7\.7% did\./,
      )
    // It stands once, with the reason.
    expect(browser.getByText(/doesn’t tell you what comes next/).elements()).toHaveLength(1)
    await browser.getByRole('button', { name: 'As a table' }).click()
    await expect
      .element(browser.getByRole('table').getByRole('row').nth(1))
      .toMatchTextContent(/13\.08\s*9\.00\s*9\.00/)
  })
  it('is none where nothing was brought, and that is said', async () => {
    const figures = { ...buildPlan().figures, conversions: 0 }
    await start(() => buildPlan({ revenue: '0.00', profit: '-13.08', figures }))
    await expect.element(browser.getByText(/No conversions have paid anything yet/)).toBeVisible()
    expect(browser.getByRole('figure').getByText('Break-even').query()).toBeNull()
  })
  it('of a settled plan that brought nothing nothing is said to come yet [proof 547]', async () => {
    const figures = { ...buildPlan().figures, conversions: 0 }
    const settled = {
      status: 'settled',
      estimated: false,
      revenue: '0.00',
      profit: '-13.08',
      figures,
    } as const
    await start(() => buildPlan(settled))
    await expect
      .element(browser.getByText(/^No conversion brought anything, so all spend is a loss\./))
      .toBeVisible()
  })
})

describe('a placement', () => {
  it('is paused after asking, says since when, and goes on; the last one has no button [proof 489]', async () => {
    const placements = [
      buildPlacement({ can_pause: true }),
      buildPlacement({ placement_id: PLAN_ID, placement: 'Footer', can_pause: true }),
    ]
    let plan = buildPlan({ placements })
    const sent = await start(() => plan, { '/placement/pause': success(buildPlanCard()) })
    const acts = () => sent.bodies('/placement/pause')
    await browser.getByRole('button', { name: 'Pause Top of page' }).click()
    const dialog = browser.getByRole('alertdialog', { name: 'Pause Top of page?' })
    await expect.element(dialog).toMatchTextContent(/The plan’s other placements keep running/)
    expect(acts()).toEqual([])
    const [first = buildPlacement(), second = buildPlacement()] = placements
    const paused_at = '2026-03-01T11:00:00Z'
    plan = buildPlan({
      placements: [
        { ...first, can_pause: false, paused_at },
        { ...second, can_pause: false },
      ],
      placement_pauses: [{ placement: 'Top of page', paused_at, resumed_at: null }],
    })
    await dialog.getByRole('button', { name: 'Pause placement' }).click()
    await expect.element(browser.getByText('Placement paused', { exact: true })).toBeVisible()
    expect(acts()).toEqual([{ plan_id: PLAN_ID, placement_id: first.placement_id, paused: true }])
    await expect.element(browser.getByText(/^Paused since/)).toBeVisible()
    await expect
      .element(browser.getByRole('list', { name: 'Paused placements' }))
      .toMatchTextContent(/^Top of page: since/)
    expect(browser.getByRole('button', { name: 'Pause Footer' }).query()).toBeNull()
    await browser.getByRole('button', { name: 'Resume Top of page' }).click()
    await browser.getByRole('alertdialog').getByRole('button', { name: 'Resume placement' }).click()
    await expect.poll(acts).toHaveLength(2)
    expect(await accessibilityFaults()).toEqual([])
  })
  it('that was the last one meanwhile says so', async () => {
    await start(() => buildPlan({ placements: [buildPlacement({ can_pause: true })] }), {
      '/placement/pause': refusal(405, 'This is the plan’s last placement', { reason: 'placement_last' }),
    })
    await browser.getByRole('button', { name: 'Pause Top of page' }).click()
    await browser.getByRole('alertdialog').getByRole('button', { name: 'Pause placement' }).click()
    await expect.element(browser.getByText('This is the plan’s last placement')).toBeVisible()
  })
})

describe('the days', () => {
  it('stand in a table with what they add up to, and say what is estimated and promotional', async () => {
    const day = {
      impressions: 900,
      ...SEEN,
      clicks: 30,
      conversions: 3,
      invalid_events: 1,
      spend: '6.54',
      promotional: '0.654321',
      revenue: '5.40',
      result: '-1.14',
    }
    const total = { ...day, impressions: 1800, spend: '13.08', promotional: '1.308642', result: '-2.28' }
    const days = [
      { day: '2026-02-28', ...day },
      { day: '2026-02-27', ...day },
    ]
    const as_of = '2026-03-01T12:00:00Z'
    const sent = await start(() => buildPlan(), {
      '/plan/order/days': success({ days, total, estimated: true, as_of }),
    })
    await browser.getByRole('button', { name: 'By day' }).click()
    const sheet = browser.getByRole('dialog', { name: 'By day' })
    const rows = sheet.getByRole('row')
    await expect
      .element(rows.nth(1))
      .toMatchTextContent(/Feb\s28,\s2026\s*6\.540000\s*0\.654321\s*5\.400000\s*-1\.140000\s*900\s*640\s*30/)
    await expect.element(rows.nth(3)).toMatchTextContent(/Total\s*13\.080000/)
    await expect.element(sheet).toMatchTextContent(/estimated until settlement.*coupon or startup funds/)
    expect(sent('/days')[0]?.query).toMatchObject({ plan_id: PLAN_ID })
    expect(await accessibilityFaults()).toEqual([])
  })
})

describe('from profit to the wallet', () => {
  const settled = { status: 'settled', estimated: false } as const
  it('is told line by line, which add up, and each opens its entries', async () => {
    const spend_parts = { cash: '25.00', discount: '5.00', startup: '10.00' }
    const moved = { startup_return: '7.50', rebate: '1.00', paid: '22.50', available_change: '-1.50' }
    const settlement = { ...SETTLEMENT, ...moved }
    const sent = await start(() => buildPlan({ ...settled, settlement, spend_parts }))
    const card = browser.getByRole('region', { name: 'From profit to your wallet' })
    await expect
      .element(card)
      .toMatchTextContent(
        /Profit\s?-10\.00.*by your coupon\+5\.00.*by startup funds\+10\.00.*returned from revenue-7\.50.*rebate\+1\.00.*with this plan-1\.50/,
      )
    await card.getByRole('button', { name: /VIP rebate/ }).click()
    await expect.element(browser.getByRole('dialog', { name: 'VIP rebate' })).toBeVisible()
    await expect
      .poll(() => sent('/entries').at(-1)?.query)
      .toMatchObject({ plan_id: PLAN_ID, part: 'rebate' })
  })
  it('is not told of a plan whose profit is what the wallet got', async () => {
    const spend_parts = { cash: '40.00', discount: '0.00', startup: '0.00' }
    await start(() => buildPlan({ ...settled, settlement: SETTLEMENT, spend_parts }))
    await expect.element(browser.getByRole('region', { name: 'Settlement', exact: true })).toBeVisible()
    expect(browser.getByRole('region', { name: 'From profit to your wallet' }).query()).toBeNull()
  })
})
