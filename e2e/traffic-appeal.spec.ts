import { randomUUID } from 'node:crypto'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { expect, type Page } from '@playwright/test'
import type { Pool } from 'pg'
import { createPool } from '../apps/api/src/database/connection.ts'
import { DATABASE } from '../apps/api/src/database/setup/roles.ts'
import { personsDevice } from '../apps/api/src/demo/population/identities.ts'
import { type Browser, pretendBrowser, type Shown } from '../apps/api/src/demo/pretend-browser.ts'
import { superuserOf } from './support/kills/kill-setup.ts'
import { type LiveMarket, startLiveMarket } from './support/live-market.ts'
import { EVENING_PAGE, openEveningPage } from './support/market.ts'
import { payingCustomer } from './support/paying-customer.ts'
import { planByHand } from './support/plan-by-hand.ts'
import { expectFigure, signIn } from './support/screens/app-screens.ts'
import { quietTest as test } from './support/test.ts'

const FREJA = { username: 'freja.lund', password: 'nine geese over the boathouse' }
const CLICK_PRICE = '2.50'
const GROUNDS = 'They came from the fair, by a page of our own.'
const ANSWER = 'The log of the fair shows them.'
const REQUESTS_MS_MAX = 120_000

let live: LiveMarket
let pool: Pool

test.beforeAll(async () => {
  live = await startLiveMarket()
  pool = createPool({ ...superuserOf(live.program.data_dir), database: DATABASE }, { max: 1, scope: 'unset' })
})
test.afterAll(async () => {
  await pool?.end()
  await live?.stop()
})

test('a customer appeals against invalid traffic, two of staff grant it, and plan and wallet have it back [proof 1150]', async ({
  page,
}) => {
  const plan_id = await test.step('two clicks on what nobody saw bring conversions', runFalseClicks)
  await test.step('they are found, and taken back', async () => {
    await live.office.run('clock-advance', { by: '1h15m', reason: 'the pass looks at them' })
    await expect.poll(async () => (await planByHand(pool, plan_id)).invalid).toHaveLength(4)
    await page.goto(`${live.program.url}/#/login`)
    await signIn(page, FREJA)
    await expectResult(page, plan_id, { spend: '0.00', revenue: '0.00' })
  })
  await test.step('the customer appeals', async () => {
    const sheet = await openInvalid(page)
    // What clicks brought goes with them, whichever pass has found it.
    const click = sheet.getByRole('listitem').filter({ hasText: /version\s1\s*Click/ })
    const appeal = click.getByRole('button', { name: 'Appeal', exact: true }).first()
    await appeal.click()
    const form = page.getByRole('dialog', { name: 'Appeal against invalid traffic' })
    await expect(form).toContainText(
      /4 events\s·\sSpend returned\s5\.00\sUSD\s·\srevenue reversed\s3\.60\sUSD/,
    )
    await form.getByLabel('Why you think the traffic was valid').fill(GROUNDS)
    await page.goBack()
    await appeal.click()
    await expect(form.getByLabel('Why you think the traffic was valid')).toHaveValue(GROUNDS)
    await form.getByRole('button', { name: 'Send appeal' }).click()
    await expect(click.getByText('We’re reviewing it.')).toHaveCount(2)
    await expect(sheet.getByText(GROUNDS).first()).toBeVisible()
  })
  await test.step('two of staff grant it, and the worker puts it back', async () => {
    const [open] = await live.office.list('traffic-appeals-list')
    expect(open).toMatchObject({ grounds: GROUNDS, rule: 'impossible_sequence' })
    const decided = { decision: 'granted', answer: ANSWER, reason: 'looked at the log' }
    await live.office.decide('traffic-appeal-decide', { 'appeal-id': String(open?.appeal_id), ...decided })
    const restored = 'select count(*)::int as events from delivery.restorations where plan_id = $1'
    await expect
      .poll(async () => (await pool.query<{ events: number }>(restored, [plan_id])).rows[0]?.events)
      .toBe(4)
  })
  await test.step('the plan and the wallet say so', async () => {
    await page.reload()
    await expectResult(page, plan_id, { spend: '5.00', revenue: '3.60' })
    const sheet = await openInvalid(page)
    const click = sheet.getByRole('listitem').filter({ hasText: /version\s1\s*Click/ })
    await expect(click.getByText(/Accepted.*Spend and revenue have been put back/)).toHaveCount(2)
    await expect(sheet.getByText(ANSWER).first()).toBeVisible()
    await page.goto(`${live.program.url}/#/wallet`)
    const funds = page.getByRole('main')
    await expect(funds.getByText(/[-−]5\.00/).first()).toBeVisible()
    await expect(funds.getByText(/\+3\.60/).first()).toBeVisible()
  })
  await live.expectBalanced()
})

/** A plan whose clicks, on a placement that is paid by the click, come without their impressions. */
async function runFalseClicks(): Promise<string> {
  const { product_id } = await live.open()
  const key = await openEveningPage(live.office, CLICK_PRICE)
  const customer = await payingCustomer(live, { ...FREJA, name: 'Freja Lund' }, '200.00')
  const order = { request_id: randomUUID(), product_id, amount: '100.00' }
  const { plan_id } = await customer.call(planPut, order)
  for (let device = 1; device <= 2; device += 1) {
    const browser = pretendBrowser(personsDevice(device), AbortSignal.timeout(REQUESTS_MS_MAX))
    const shown = await shownTo(browser, key)
    await browser.sendForm(await shown.click())
  }
  await expect
    .poll(async () => {
      const { spend_micros, revenue_micros } = await planByHand(pool, plan_id)
      return { spend_micros, revenue_micros }
    })
    .toEqual({ spend_micros: 5_000_000n, revenue_micros: 3_600_000n })
  return plan_id
}

/** Delivery learns of a plan a moment late. */
async function shownTo(browser: Browser, placement: string): Promise<Shown> {
  const source = `${live.program.url}/delivery/v1/tag.js`
  const shown: Shown[] = []
  await expect(async () => {
    shown.push(...[(await browser.show({ source, placement, page: EVENING_PAGE })) ?? []].flat())
    expect(shown).not.toHaveLength(0)
  }).toPass()
  const [first] = shown
  if (!first) throw new Error('there is no advertisement')
  return first
}

async function expectResult(
  page: Page,
  plan_id: string,
  { spend, revenue }: { spend: string; revenue: string },
): Promise<void> {
  await page.goto(`${live.program.url}/#/plan/detail?id=${plan_id}`)
  await expectFigure(page, 'Spend', spend)
  await expectFigure(page, 'Advertising revenue', revenue)
}

async function openInvalid(page: Page) {
  await page
    .locator('main li')
    .getByRole('button', { name: /^Invalid traffic/ })
    .click()
  return page.getByRole('dialog', { name: 'Invalid traffic', exact: true })
}
