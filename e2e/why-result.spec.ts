import { randomUUID } from 'node:crypto'
import type { PlanStatus } from '@adtally/contract/enums.ts'
import { NEWCOMER_ACTIVITY, userCouponReceive, userCouponUsable } from '@adtally/contract/money/coupons.ts'
import { startupReceive } from '@adtally/contract/money/startup.ts'
import { planPut, planStop } from '@adtally/contract/plans/plans.ts'
import { expect, type Page } from '@playwright/test'
import type { Pool } from 'pg'
import { createPool } from '../apps/api/src/database/connection.ts'
import { DATABASE } from '../apps/api/src/database/setup/roles.ts'
import type { CustomerClient } from '../apps/api/src/demo/customer-client.ts'
import { personsDevice } from '../apps/api/src/demo/population/identities.ts'
import {
  type Browser,
  type OpenedPage,
  pretendBrowser,
  type Shown,
} from '../apps/api/src/demo/pretend-browser.ts'
import { superuserOf } from './support/kills/kill-setup.ts'
import { type LiveMarket, startLiveMarket } from './support/live-market.ts'
import { EVENING_PAGE, openEveningPage } from './support/market.ts'
import { payingCustomer } from './support/paying-customer.ts'
import { type PlanByHand, planByHand } from './support/plan-by-hand.ts'
import { expectFigure, figure, signIn } from './support/screens/app-screens.ts'
import { quietTest as test } from './support/test.ts'
import { money, signed, toldByHand, toldByPage } from './support/told-result.ts'

const IRIS = { username: 'iris.holm', password: 'the ferry counts its umbrellas' }
const PAYOUT_MICROS = 1_800_000n
/** The second placement's price, where a click costs more than a conversion pays; the market's is 50.00. */
const CLICK_PRICE = '2.50'
const REQUESTS_MS_MAX = 120_000

let live: LiveMarket
let pool: Pool
let iris: CustomerClient
let product_id = ''
/** The placements' keys and pages. */
let places: Record<'top' | 'evening', { key: string; page: string }>
let devices = 0

test.beforeAll(async () => {
  live = await startLiveMarket()
  pool = createPool({ ...superuserOf(live.program.data_dir), database: DATABASE }, { max: 1, scope: 'unset' })
})
test.afterAll(async () => {
  await pool?.end()
  await live?.stop()
})

test('six plans end as they do for six reasons, and the screen answers “why did I lose?” as entries and events do by hand [proof 580]', async ({
  page,
}) => {
  await test.step('staff open for business, and a customer pays in', openForBusiness)
  const dear = await test.step('its clicks cost more than its conversions paid', runDear)
  const unseen = await test.step('nobody clicked', runUnseen)
  const reversed = await test.step('conversions that followed clicks on nothing', runReversed)
  const promoted = await test.step('coupon and startup funds bear the loss', runPromoted)
  const won = await test.step('it wins', runWon)
  const { plan_id: late, landing } = await test.step('its conversion will be too late', runLate)
  const plan_ids = [dear, unseen, reversed, promoted, won, late]
  await test.step('what can still change is called estimated', async () => {
    await passTime('1h15m', plan_ids, 'waitSettle')
    await expect.poll(async () => (await planByHand(pool, reversed)).invalid).toHaveLength(4)
    await page.goto(`${live.program.url}/#/login`)
    await signIn(page, IRIS)
    await expectEstimated(page, reversed)
  })
  await test.step('the window passes, the conversion comes, and all are settled', async () => {
    await passTime('8d', plan_ids, 'settled')
    await newBrowser().sendForm(landing)
    await page.goto(`${live.program.url}/#/plan/detail?id=${dear}`)
    await expect(page).toHaveURL(/#\/login/)
    await signIn(page, IRIS)
  })
  await test.step('the screen says what the books say', async () => {
    const needed = ({ spend_micros }: PlanByHand) => (spend_micros + PAYOUT_MICROS - 1n) / PAYOUT_MICROS
    await expectTold(page, dear, (hand) => [
      `Each of the ${hand.conversions} conversions cost ${money(hand.spend_micros / BigInt(hand.conversions))} of spend and paid ${money(PAYOUT_MICROS)}.`,
      `${needed(hand)} conversions would have covered the spend.`,
    ])
    await expectTold(page, unseen, (hand) => [
      `${money(hand.spend_micros)} went into ${hand.impressions} impressions, and no one clicked.`,
    ])
    await expectTold(page, reversed, (hand) => [
      `We took back ${money(hand.revenue_reversed_micros)} of revenue because the traffic was invalid. With it, the plan would have made ${money(hand.revenue_micros + hand.revenue_reversed_micros - hand.spend_micros)}.`,
    ])
    await expectTold(page, promoted, (hand) => [
      `Coupon and startup funds paid ${money(hand.coupon_spend_micros + hand.startup_spend_micros)} of the spend, and it counts as a cost. Without it, the plan would have made ${money(hand.revenue_micros - hand.own_spend_micros)}.`,
    ])
    await expectPromotional(page, await planByHand(pool, promoted))
    await expectTold(page, won, (hand) => [
      `Each of the ${hand.conversions} conversions cost ${money(hand.spend_micros / BigInt(hand.conversions))} of spend and paid ${money(PAYOUT_MICROS)}.`,
    ])
    await expectTold(page, late, (hand) => [
      `${money(hand.spend_micros)} bought ${hand.clicks} clicks, and none led to a confirmed conversion.`,
    ])
  })
  await live.expectBalanced()
})

async function openForBusiness(): Promise<void> {
  const market = await live.open()
  product_id = market.product_id
  const own_money = { name: 'Adtally Ltd', account: 'DE02120300000000202051', remittance: 'Own money' }
  await live.bank.book({ bank_reference: 'OWN-1', amount: '1000.00', ...own_money })
  await live.office.decide('match-own-money', { line_id: await live.bank.waitingLine('OWN-1') })
  await live.office.decide('move-platform-money', { amount: '1000.00', move: 'own-promo' })
  places = {
    top: { key: market.placement_key, page: `${live.sites.publisher.origin}/` },
    evening: { key: await openEveningPage(live.office, CLICK_PRICE), page: EVENING_PAGE },
  }
  iris = await payingCustomer(live, { ...IRIS, name: 'Iris Holm' }, '900.00')
}

/** Four expensive clicks without a conversion, beside a cheap placement with three conversions. */
async function runDear(): Promise<string> {
  const plan_id = await placeCash()
  for (let click = 1; click <= 4; click += 1) await clickOn(await seeAt('evening'))
  for (let look = 1; look <= 17; look += 1) await seeAt('top')
  for (let click = 1; click <= 3; click += 1) await convert(await seeAt('top'))
  return await stop(plan_id, { impressions: 24, clicks: 7, conversions: 3 })
}

async function runUnseen(): Promise<string> {
  const plan_id = await placeCash()
  for (let look = 1; look <= 23; look += 1) await seeAt('top')
  return await stop(plan_id, { impressions: 23, clicks: 0, conversions: 0 })
}

/** Two false clicks bring conversions without which the plan loses; they are found later. */
async function runReversed(): Promise<string> {
  const plan_id = await placeCash()
  await clickOn(await seeAt('evening'))
  await convert(await seeAt('evening'))
  for (let click = 1; click <= 2; click += 1) await convert(await offeredAt('evening'))
  return await stop(plan_id, { impressions: 2, clicks: 4, conversions: 3 })
}

async function runPromoted(): Promise<string> {
  const { grant } = await iris.call(startupReceive, { request_id: randomUUID() })
  const claim = { request_id: randomUUID(), activity_id: NEWCOMER_ACTIVITY }
  const { coupon_id } = await iris.call(userCouponReceive, claim)
  const amount = '50.00'
  const usable = await iris.call(userCouponUsable, { product_id, amount })
  const worth = usable.items.find(({ coupon }) => coupon.coupon_id === coupon_id)?.worth ?? ''
  const order = { request_id: randomUUID(), product_id, amount, coupon: { coupon_id, worth } }
  const { plan_id } = await iris.call(planPut, { ...order, startup_amount: grant?.amount })
  for (let click = 1; click <= 2; click += 1) await convert(await seeAt('evening'))
  return await stop(plan_id, { impressions: 2, clicks: 2, conversions: 2 })
}

async function runWon(): Promise<string> {
  const plan_id = await placeCash()
  for (let look = 1; look <= 9; look += 1) await seeAt('top')
  for (let click = 1; click <= 2; click += 1) await convert(await seeAt('top'))
  return await stop(plan_id, { impressions: 11, clicks: 2, conversions: 2 })
}

/** Three clicks; one visitor's form is sent after the advertiser's reporting window. */
async function runLate(): Promise<{ plan_id: string; landing: OpenedPage }> {
  const plan_id = await placeCash()
  for (let click = 1; click <= 2; click += 1) await clickOn(await seeAt('evening'))
  const landing = await clickOn(await seeAt('evening'))
  return { plan_id: await stop(plan_id, { impressions: 3, clicks: 3, conversions: 0 }), landing }
}

async function placeCash(): Promise<string> {
  const order = { request_id: randomUUID(), product_id, amount: '100.00' }
  return (await iris.call(planPut, order)).plan_id
}

/** A browser on a new device. */
function newBrowser(): Browser {
  devices += 1
  return pretendBrowser(personsDevice(devices), AbortSignal.timeout(REQUESTS_MS_MAX))
}

interface Sight {
  browser: Browser
  shown: Shown
}

/** An advertisement requested but not shown; retries, as delivery learns of a new plan a moment late. */
async function offeredAt(place: keyof typeof places): Promise<Sight> {
  const { key, page } = places[place]
  const browser = newBrowser()
  const tag = { source: `${live.program.url}/delivery/v1/tag.js`, placement: key, page }
  let shown: Shown | null = null
  await expect(async () => {
    shown ??= await browser.show(tag)
    expect(shown).not.toBeNull()
  }).toPass()
  if (shown === null) throw new Error('there is no advertisement')
  return { browser, shown }
}

async function seeAt(place: keyof typeof places): Promise<Sight> {
  const sight = await offeredAt(place)
  expect(await sight.shown.report('impression'), 'the impression is taken').toBe(true)
  return sight
}

async function clickOn({ shown }: Sight): Promise<OpenedPage> {
  const landing = await shown.click()
  expect(new URL(landing.url).origin).toBe(live.sites.advertiser.origin)
  return landing
}

/** The visitor fills in the page's form, and the advertiser's server reports it, signed. */
async function convert(sight: Sight): Promise<void> {
  await sight.browser.sendForm(await clickOn(sight))
}

/** Stops a plan once its events are booked, and waits until no page is offered it any more. */
async function stop(
  plan_id: string,
  counts: Pick<PlanByHand, 'impressions' | 'clicks' | 'conversions'>,
): Promise<string> {
  await expect
    .poll(async () => {
      const { impressions, clicks, conversions, ...sums } = await planByHand(pool, plan_id)
      const is_booked =
        sums.spend_micros === sum(sums.placements, (one) => one.spend_micros) &&
        sums.revenue_micros === sum(sums.placements, (one) => one.revenue_micros)
      return { impressions, clicks, conversions, is_booked }
    })
    .toEqual({ ...counts, is_booked: true })
  await iris.call(planStop, { plan_id })
  const source = `${live.program.url}/delivery/v1/tag.js`
  // That there is no advertisement may pass by itself, as for want of budget or for its pace.
  for (const { key, page } of Object.values(places))
    await expect.poll(() => newBrowser().ask({ source, placement: key, page })).toBe('no_plan')
  return plan_id
}

function sum<T>(rows: readonly T[], microsOf: (row: T) => bigint): bigint {
  return rows.reduce((all, row) => all + microsOf(row), 0n)
}

async function passTime(by: string, plan_ids: readonly string[], status: PlanStatus): Promise<void> {
  await live.office.run('clock-advance', { by, reason: 'a window passes' })
  const statuses = async () => {
    const { rows } = await pool.query<{ status: string }>(
      'select status from plans.plans where plan_id = any($1::uuid[])',
      [plan_ids],
    )
    return [...new Set(rows.map((row) => row.status))]
  }
  await expect.poll(statuses, { timeout: 150_000 }).toEqual([status])
}

async function expectEstimated(page: Page, plan_id: string): Promise<void> {
  await page.goto(`${live.program.url}/#/plan/detail?id=${plan_id}`)
  const { revenue_micros, spend_micros } = await planByHand(pool, plan_id)
  await expectFigure(page, 'Estimated profit', money(revenue_micros - spend_micros))
  const revenue = figure(page, 'Advertising revenue')
  await expect(revenue).toContainText('estimated', { ignoreCase: true })
  await expect(figure(page, 'Spend')).not.toContainText('estimated', { ignoreCase: true })
}

/** Expects the plan's page to match its entries and events. */
async function expectTold(
  page: Page,
  plan_id: string,
  reasonOf: (hand: PlanByHand) => string[],
): Promise<void> {
  await page.goto(`${live.program.url}/#/plan/detail?id=${plan_id}`)
  await expect(page.locator('[data-part="plan-status"]')).toContainText('Settlement successful')
  const hand = await planByHand(pool, plan_id)
  // Soft, so that one wrong plan does not hide the others.
  expect.soft(await toldByPage(page)).toEqual(toldByHand(hand, PAYOUT_MICROS, reasonOf(hand)))
  await expectFigure(page, 'Profit', signed(hand.revenue_micros - hand.spend_micros))
  await expectFigure(page, 'Spend', money(hand.spend_micros))
  await expectFigure(page, 'Advertising revenue', money(hand.revenue_micros))
}

/** Expects the steps from profit to wallet to list what others paid. */
async function expectPromotional(page: Page, hand: PlanByHand): Promise<void> {
  const receipt = page.getByRole('region', { name: 'From profit to your wallet' })
  await expect(receipt).toContainText(`Spend paid by your coupon+${money(hand.coupon_spend_micros)}`)
  await expect(receipt).toContainText(`Spend paid by startup funds+${money(hand.startup_spend_micros)}`)
}
