import { planStop } from '@adtally/contract/plans/plans.ts'
import { type Browser, expect, type Page } from '@playwright/test'
import { sendInFile } from '../apps/api/src/testing/send-in-file.ts'
import { type LiveMarket, startLiveMarket } from './support/live-market.ts'
import { issueLicenceKey, type Market, PRODUCT } from './support/market.ts'
import {
  askDeposit,
  bindBankAccount,
  expectFigure,
  type Person,
  placePlan,
  register,
  setTransactionPassword,
  signIn,
  withdraw,
} from './support/screens/app-screens.ts'
import { openAct, openOwnBrowser, told, welcomeOwner } from './support/screens/partner-screens.ts'
import type { QuietPages } from './support/screens/quiet-pages.ts'
import { quietTest as test } from './support/test.ts'
import { click, visit } from './support/visitor.ts'

const PERSON: Person = {
  username: 'ada.quill',
  password: 'four swans over the lock',
  email: 'ada.quill@example.com',
  phone: '7400 123456',
  transaction_password: '482913',
}
const IDA = 'ida@harbour-review.example'
const OLAF = 'olaf@games.example'
const ACCOUNT = { bank: 'Harbour Bank', name: 'Ada Quill', number: 'GB82 WEST 1234 5698 7654 32' }

let live: LiveMarket

test.beforeAll(async ({ browser }) => {
  live = await startLiveMarket(browser)
})
test.afterAll(() => live?.stop())

test('the whole main job: licence key to a withdrawal that the bank confirmed, and the books balance', async ({
  browser,
  page,
  quiet,
}) => {
  const market = await test.step('staff open the market', () => live.open())
  const licence_key = await issueLicenceKey(live.office, 'Ada Quill')
  const [advertiser, publisher] = [await openOwnBrowser(browser, quiet), await openOwnBrowser(browser, quiet)]
  await test.step('its advertiser and its publisher get pages of their own', () =>
    welcomePartners(market, advertiser, publisher))
  await test.step('registers', async () => {
    await page.goto(`${live.program.url}/#/register`)
    await register(page, PERSON, licence_key)
  })
  await test.step('deposits', () => deposit(page))
  await test.step('prepares withdrawals', () => prepareWithdrawals(page))
  await test.step('cancels a plan before it is delivered', () => cancelOne(page))
  const plan = await test.step('places a plan', () => placeFromWallet(page))
  await test.step('sees real visits arrive', () => seeVisits(browser, page, quiet))
  await test.step('the advertiser and the publisher see what it came to', () =>
    seeAsPartners(advertiser, publisher))
  await test.step('stops and sees it settle', () => stopAndSettle(page, plan))
  const number = await test.step('withdraws', () => withdrawMost(page))
  await test.step('is told of all of it', () => readNotifications(page, plan.number, number))
  await test.step('the advertiser and the publisher see it settled', () => seeSettled(advertiser, publisher))
  await test.step('the books balance', checkBooks)
})

async function welcomePartners(market: Market, advertiser: Page, publisher: Page): Promise<void> {
  const { url } = live.program
  const of_advertiser = { side: 'advertiser', party_id: market.advertiser_id, email: OLAF } as const
  const of_publisher = { side: 'publisher', party_id: market.publisher_id, email: IDA } as const
  await welcomeOwner(advertiser, url, live.office, of_advertiser)
  await welcomeOwner(publisher, url, live.office, of_publisher)
  await openAct(advertiser, 'show-escrow')
  await expect.poll(() => told(advertiser, 'Free')).toContain('5,000.00')
  await openAct(publisher, 'list-placements')
  await expect(publisher.getByRole('cell', { name: 'Article top' })).toBeVisible()
}

/** Two conversions of 1.80 each, and of what three impressions cost the publisher's share. */
async function seeAsPartners(advertiser: Page, publisher: Page): Promise<void> {
  await openAct(advertiser, 'list-conversions')
  await expect(advertiser.getByRole('cell', { name: '1.80' })).toHaveCount(2)
  await openAct(publisher, 'list-statistics')
  const row = publisher.getByRole('row').filter({ hasText: 'Article top' })
  await expect(row.getByRole('cell', { name: '0.12' })).toBeVisible()
  await openAct(publisher, 'show-earnings')
  await expect.poll(() => told(publisher, 'Unsettled')).toContain('0.12')
}

/** The share of a settled plan waits for the end of its hold; what conversions paid has left the escrow for good. */
async function seeSettled(advertiser: Page, publisher: Page): Promise<void> {
  await openAct(publisher, 'show-earnings')
  await expect.poll(() => told(publisher, 'Unsettled')).toContain('0.12')
  await openAct(advertiser, 'show-escrow')
  await expect.poll(() => told(advertiser, 'Free')).toContain('4,996.40')
}

async function deposit(page: Page): Promise<void> {
  await page.goto(`${live.program.url}/#/customer?ask=deposit`)
  const reference = await askDeposit(page)
  const imported = await live.bank.book({
    bank_reference: 'DEPOSIT-1',
    amount: '1500.00',
    name: 'ADA QUILL',
    account: ACCOUNT.number.replaceAll(' ', ''),
    remittance: `Deposit ${reference}`,
  })
  expect(imported).toMatchObject({ deposits_proposed: 1, unassigned: 0 })
  const [proposal] = await live.office.list('list-proposals')
  await live.office.approve(String(proposal?.proposal_id))
  await page.goto(`${live.program.url}/#/wallet`)
  await expectFigure(page, 'Available funds', '1,500.00')
}

async function prepareWithdrawals(page: Page): Promise<void> {
  await page.goto(`${live.program.url}/#/wallet/set-password`)
  await setTransactionPassword(page, PERSON.transaction_password)
  await page.goto(`${live.program.url}/#/wallet/bind-card`)
  await bindBankAccount(page, ACCOUNT, PERSON.transaction_password)
}

async function cancelOne(page: Page): Promise<void> {
  await page.goto(`${live.program.url}/#/plan`)
  await page.getByRole('link', { name: PRODUCT.name }).click()
  await placePlan(page, '20.00')
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Cancel plan · 20\.00/ })
    .click()
  await expect(page.locator('[data-part="plan-status"]')).toContainText('Placing failed')
  await page.goto(`${live.program.url}/#/wallet`)
  await expectFigure(page, 'Available funds', '1,500.00')
}

async function placeFromWallet(page: Page): Promise<{ number: string; address: string }> {
  await page.goto(`${live.program.url}/#/plan`)
  await page.getByRole('link', { name: PRODUCT.name }).click()
  const plan = await placePlan(page, '100.00')
  await page.goto(`${live.program.url}/#/wallet`)
  await expectFigure(page, 'Available funds', '1,400.00')
  await expectFigure(page, 'Pending spend', '100.00')
  return plan
}

/** Three people look, two of them click, and both do what the landing page asks. */
async function seeVisits(browser: Browser, page: Page, quiet: QuietPages): Promise<void> {
  await page.goto(`${live.program.url}/#/ad-center?period=all`)
  // PRODUCT §6: placed amounts, including the cancelled plan's.
  await expectFigure(page, 'Invested', '120.00')
  await expectFigure(page, 'Impressions', '0')
  const waited_ms: number[] = []
  const follows = async (label: string, value: string) => {
    const since = performance.now()
    await expectFigure(page, label, value)
    waited_ms.push(performance.now() - since)
  }
  for (const visitor_number of [1, 2, 3]) {
    const visitor = await visit(browser, live.sites.publisher.origin, quiet)
    await follows('Impressions', String(visitor_number))
    if (visitor_number > 1) {
      const landing = await click(visitor)
      expect(new URL(landing.url()).origin).toBe(live.sites.advertiser.origin)
      await follows('Clicks', String(visitor_number - 1))
      await landing.getByRole('button', { name: PRODUCT.landing.action }).click()
      await expect(landing.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      await follows('Advertising revenue', visitor_number === 2 ? '1.80' : '3.60')
    }
    await visitor.context.close()
  }
  // PRODUCT §6: within three seconds and without a reload; all come by one way, on which a busy machine may be late, and not seven times.
  expect(Math.min(...waited_ms)).toBeLessThan(3000)
  await expectFigure(page, 'Delivery orders', '1')
  await expectFigure(page, 'Consumed', '0.15')
  await expectFigure(page, 'To be consumed', '99.85')
  await expectFigure(page, 'Profit', '+3.45')
}

async function stopAndSettle(page: Page, plan: { address: string }): Promise<void> {
  const status = page.locator('[data-part="plan-status"]')
  await page.goto(plan.address)
  await expect(status).toContainText('In progress')
  await expectFigure(page, 'Viewable', '3')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const stopped = page.waitForResponse((response) => response.url().endsWith(planStop.path))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop plan' }).click()
  // An answer that a page leaves behind unread can't be counted as made.
  await (await stopped).json()
  // The last token expires, its events are in, and the unspent rest comes back.
  await advance(page, '1h15m', () => expect(status).toContainText('Waiting for settlement'))
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Stopped by you')
  await page.goto(`${live.program.url}/#/wallet`)
  await expectFigure(page, 'Available funds', '1,499.85')
  await expectFigure(page, 'To be settled', '3.60')

  // After eight idle days the session has ended; signing in again leads back here.
  await page.goto(plan.address)
  await advance(page, '8d', () => expect(page).toHaveURL(/#\/login/, { timeout: 2000 }))
  await signIn(page, PERSON)
  await advance(page, '1m', async () => {
    await page.goto(plan.address)
    await expect(status).toContainText('Settlement successful')
  })
  const settlement = page.getByRole('region', { name: 'Settlement' })
  await expect(settlement).toContainText('3.60')
  await expect(settlement).toContainText('99.85')
  await expect(settlement).toContainText('+3.45')
}

/** Advances the sandbox's clock, then waits until `isSo` passes, because due work is done in the background. */
async function advance(page: Page, by: string, isSo: () => Promise<void>): Promise<void> {
  await live.office.run('clock-advance', { by, reason: 'a window passes' })
  await expect(async () => {
    await page.reload()
    await isSo()
  }).toPass({ timeout: 150_000 })
}

async function withdrawMost(page: Page): Promise<string> {
  await page.goto(`${live.program.url}/#/wallet`)
  await expectFigure(page, 'Available funds', '1,503.45')
  const number = await withdraw(page, '1453.45', PERSON.transaction_password)
  await expectFigure(page, 'On hold', '1,453.45')
  const { proposal_id } = await live.office.run('approve-withdrawal', { number })
  await expect(live.office.run('approve', { proposal_id: String(proposal_id) })).rejects.toThrow('four_eyes')
  await live.office.approve(String(proposal_id))
  await sendInFile(live.office, number)
  const imported = await live.bank.book({
    bank_reference: 'PAYOUT-1',
    amount: '-1453.45',
    name: ACCOUNT.name,
    account: ACCOUNT.number.replaceAll(' ', ''),
    remittance: number,
  })
  expect(imported).toMatchObject({ withdrawals_confirmed: 1, unassigned: 0 })
  await page.reload()
  await expectFigure(page, 'Available funds', '50.00')
  await expectFigure(page, 'On hold', '0.00')
  await page
    .getByRole('button', { name: /^Withdrawal/ })
    .first()
    .click()
  const steps = page.getByRole('dialog').getByRole('list', { name: 'Steps of the withdrawal' })
  await expect(steps).toContainText('Confirmed by the bank')
  await expect(steps).toContainText('Bank line PAYOUT-1')
  return number
}

async function readNotifications(page: Page, plan: string, withdrawal: string): Promise<void> {
  await page.goto(`${live.program.url}/#/notification`)
  const titles = [
    'Deposit received',
    `Plan ${plan} is running`,
    `Plan ${plan} finished`,
    `Plan ${plan} settled`,
    `Withdrawal ${withdrawal} requested`,
    `Withdrawal ${withdrawal} sent`,
    `Withdrawal ${withdrawal} confirmed`,
  ]
  for (const title of titles) await expect(page.getByRole('button', { name: title })).toBeVisible()
}

/** Checks that every balance, line and statistic matches its records, and the bank matches the ledger. */
async function checkBooks(): Promise<void> {
  await live.expectBalanced()
  expect(await live.office.list('list-bank-lines')).toEqual([])
  expect(await live.office.list('list-withdrawals')).toEqual([])
}
