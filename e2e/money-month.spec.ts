import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { property } from '@adtally/contract/money/wallet.ts'
import { assistanceList } from '@adtally/contract/plans/follow.ts'
import { planList } from '@adtally/contract/plans/plans.ts'
import { type Browser, expect, type Page } from '@playwright/test'
import { drawPoster } from '../apps/api/src/demo/seed/artwork/posters.ts'
import { runPdfTool } from '../apps/api/src/testing/pdf-tools.ts'
import { type LiveMarket, startLiveMarket } from './support/live-market.ts'
import { issueLicenceKey, type Market, PRODUCT } from './support/market.ts'
import { ExchangeDesk } from './support/offices/exchange-desk.ts'
import { holdProcessor } from './support/scans/held-pass.ts'
import {
  askDeposit,
  enterPin,
  expectFigure,
  type Person,
  placeFromAmount,
  placePlan,
  register,
  setTransactionPassword,
  signIn,
} from './support/screens/app-screens.ts'
import type { QuietPages } from './support/screens/quiet-pages.ts'
import { clientOf } from './support/sign-in.ts'
import { quietTest as test } from './support/test.ts'
import { click, clickUnseen, visit } from './support/visitor.ts'

const ANNA: Person = {
  username: 'anna.reed',
  password: 'nine lanterns on the pier',
  email: 'anna.reed@example.com',
  phone: '7400 123456',
  transaction_password: '482913',
}
const BEN: Person = {
  ...ANNA,
  username: 'ben.marsh',
  password: 'a heron counts the boats',
  email: 'ben.marsh@example.com',
  phone: '7400 654321',
}
const ACCOUNTS = { 'Anna Reed': 'GB82WEST12345698765432', 'Ben Marsh': 'GB29NWBK60161331926819' }

let live: LiveMarket
let market: Market

test.beforeAll(async ({ browser }) => {
  live = await startLiveMarket(browser)
})
test.afterAll(() => live?.stop())

test('a month of money: coupon, startup funds, a followed plan with its share, exchange, chargeback, statement', async ({
  browser,
  page,
  quiet,
}, { outputDir }) => {
  const desk = await test.step('staff open for business', openForBusiness)
  const leader = await (await browser.newContext()).newPage()
  await test.step('two customers open accounts', async () => {
    await openAccount(page, ANNA, 'Anna Reed', '500.00')
    await openAccount(leader, BEN, 'Ben Marsh', '100.00')
    const fee = { customer: BEN.username, 'fee-percent': '20', reason: 'As agreed' }
    await live.office.decide('set-leader-fee', fee)
  })
  const followed = await test.step('follows, and confirms a draft', () => follow(page, leader))
  await test.step('the followed plan is delivered and stopped', async () => {
    await deliver(browser, quiet)
    await stop(page, followed)
  })
  const own = await test.step('a coupon and startup funds pay for a plan', () => placeWithHelp(page))
  await test.step('it is delivered; one click is false', async () => {
    await deliver(browser, quiet)
    await deliverFalse(browser)
    await page.goto(own)
    await expectFigure(page, 'Conversions', '2')
  })
  await test.step('exchanges with an acceptor', () => exchange(page, desk, outputDir))
  await test.step('both plans settle, with the share and the startup return', () =>
    settleBoth(page, { followed, own }))
  await test.step('the false click is found after settlement', () => seeChargeback(page, own))
  await test.step('the statement says all of it', () => readStatement(page, outputDir))
  await test.step('the books balance', () => live.expectBalanced())
})

const open = (page: Page, address: string) => page.goto(`${live.program.url}/#${address}`)
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()

async function openForBusiness(): Promise<ExchangeDesk> {
  market = await live.open()
  const own_money = { name: 'Adtally Ltd', account: 'DE02120300000000202051', remittance: 'Own money' }
  await live.bank.book({ bank_reference: 'OWN-1', amount: '1000.00', ...own_money })
  await live.office.decide('match-own-money', { line_id: await live.bank.waitingLine('OWN-1') })
  await live.office.decide('move-platform-money', { amount: '1000.00', move: 'own-promo' })
  return await ExchangeDesk.open(live.office, live.bank)
}

async function openAccount(
  page: Page,
  person: Person,
  name: keyof typeof ACCOUNTS,
  amount: string,
): Promise<void> {
  await open(page, '/register')
  await register(page, person, await issueLicenceKey(live.office, name))
  await open(page, '/wallet/set-password')
  await setTransactionPassword(page, person.transaction_password)
  await open(page, '/customer?ask=deposit')
  const remittance = `Deposit ${await askDeposit(page)}`
  const line = { bank_reference: `IN-${name}`, amount, name, account: ACCOUNTS[name], remittance }
  expect(await live.bank.book(line)).toMatchObject({ unassigned: 0 })
  for (const row of await live.office.list('list-proposals')) {
    await live.office.approve(String(row.proposal_id))
  }
  await open(page, '/wallet')
  // Recent readings are cached for some seconds.
  await page.reload()
  await expectFigure(page, 'Available funds', amount)
}

/** Anna follows Ben and confirms the draft of his plan; he then cancels his own. */
async function follow(page: Page, leader: Page): Promise<string> {
  await open(leader, '/ad-center/operated')
  await expect(leader.locator('main')).toContainText(/\d{8}/)
  const operated_id = /\d{8}/.exec((await leader.locator('main').textContent()) ?? '')?.[0] ?? ''
  await open(page, '/ad-center/operated')
  await page.getByRole('textbox', { name: 'Operated ID' }).fill(operated_id)
  await press(page, 'See their results')
  await press(page, 'Follow · 20% of profit')
  await expect(page.getByRole('region', { name: 'You follow' })).toContainText(operated_id)
  await open(leader, '/plan')
  await leader.getByRole('link', { name: PRODUCT.name }).click()
  await placePlan(leader, '20.00')
  const anna = await clientOf(live.program.url, ANNA)
  await expect.poll(async () => (await anna.call(assistanceList, {})).drafts).toHaveLength(1)
  await page.reload()
  await press(page, 'Choose amount')
  await placeFromAmount(page, '20.00')
  await expect(page).toHaveURL(/#\/plan\/detail\?id=/)
  await leader.getByRole('button', { name: 'Cancel plan' }).click()
  await leader
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Cancel plan · / })
    .click()
  await expect(leader.locator('[data-part="plan-status"]')).toContainText('Placing failed')
  return page.url()
}

/** Somebody sees the advertisement, clicks it and does what the landing page asks. */
async function deliver(browser: Browser, quiet: QuietPages): Promise<void> {
  const visitor = await visit(browser, live.sites.publisher.origin, quiet)
  await convert(await click(visitor))
  await visitor.context.close()
}

/** Somebody follows an advertisement's address without having been shown it. */
async function deliverFalse(browser: Browser): Promise<void> {
  const visitor = await clickUnseen(browser, {
    origin: live.program.url,
    page_origin: live.sites.publisher.origin,
    placement_key: market.placement_key,
  })
  await convert(visitor.page)
  await visitor.context.close()
}

async function convert(landing: Page): Promise<void> {
  await landing.getByRole('button', { name: PRODUCT.landing.action }).click()
  await expect(landing.getByRole('heading', { name: 'Thank you' })).toBeVisible()
}

async function stop(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expectFigure(page, 'Conversions', '1')
  await press(page, 'Stop')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop plan' }).click()
  await expect(page.locator('[data-part="plan-status"]')).toContainText('Delivery finished')
}

async function placeWithHelp(page: Page): Promise<string> {
  await open(page, '/ad-center/activities')
  await press(page, /^Claim coupon: /)
  await expect(page.getByText('Coupon claimed')).toBeVisible()
  await press(page, 'Take startup funds')
  await expect(page.getByText('Startup funds are in your wallet')).toBeVisible()
  await open(page, '/plan')
  await page.getByRole('link', { name: PRODUCT.name }).click()
  await press(page, 'Place a plan')
  await page.getByRole('textbox', { name: 'Investment amount' }).fill('50')
  await press(page, 'Choose how to pay')
  await page.getByRole('radio', { name: /Newcomer coupon/ }).check()
  await page.getByRole('switch', { name: /^Use startup funds/ }).click()
  await expect(page.locator('dl').first()).toContainText(
    /The coupon pays5\.00.*Startup funds pay20\.00.*You pay25\.00/s,
  )
  await press(page, 'Review')
  await press(page, /^Place plan · 50\.00/)
  await expect(page.getByRole('heading', { name: /^Plan \S+ is placed$/ })).toBeVisible()
  await press(page, 'View plan')
  await expect(page).toHaveURL(/#\/plan\/detail\?id=/)
  return page.url()
}

async function exchange(page: Page, desk: ExchangeDesk, folder: string): Promise<void> {
  const { code, order_id } = await desk.offer('10.00')
  await open(page, '/wallet/foreign-exchange')
  await page.getByLabel('Acceptance code').fill(code)
  await press(page, 'See offer')
  await expect(page.getByRole('heading', { name: /^Offer / })).toBeVisible()
  await prove(page, /^Confirm · /)
  const sheet = page.getByRole('dialog', { name: /^Order / })
  await expect(sheet).toContainText('The acceptor has until')
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'transfer.png')
  await writeFile(file, await drawPoster(PRODUCT.poster, 320, 100))
  await live.office.run('mark-exchange-paid', { 'order-id': order_id, file, note: 'SEPA transfer of today' })
  await page.reload()
  await page.getByRole('list', { name: 'Transaction records' }).getByText('Marked as paid').click()
  await prove(page, /^Payment received · /)
  await expect(sheet).toContainText('You confirmed that the payment had arrived.')
}

async function prove(page: Page, act: RegExp): Promise<void> {
  await press(page, act)
  const pin = page.getByRole('dialog', { name: 'Transaction password' })
  await enterPin(pin, ANNA.transaction_password)
  await pin.getByRole('button', { name: act }).click()
  await expect(pin).toBeHidden()
}

/** Delays the pass for invalid traffic, so that the plan settles with a conversion from a false click. */
async function settleBoth(page: Page, { followed, own }: { followed: string; own: string }): Promise<void> {
  const letGo = await holdProcessor(live.program.data_dir)
  await page.goto(own)
  await press(page, 'Stop')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop plan' }).click()
  await expect(page.locator('[data-part="plan-status"]')).toContainText('Delivery finished')
  await live.office.run('clock-advance', { by: '1h15m', reason: 'the last token expires' })
  await live.office.run('clock-advance', { by: '15d', reason: 'settled 14 days after the end at the latest' })
  const anna = await clientOf(live.program.url, ANNA)
  const statuses = async () => (await anna.call(planList, {})).items.map(({ status }) => status)
  await expect.poll(statuses, { timeout: 120_000 }).toEqual(['settled', 'settled'])
  await page.reload()
  await expect(page).toHaveURL(/#\/login/)
  await signIn(page, ANNA)
  for (const address of [own, followed]) {
    await page.goto(address)
    await expect(page.locator('[data-part="plan-status"]')).toContainText('Settlement successful')
  }
  const settlement = page.getByRole('region', { name: 'Settlement' })
  // 20 % of the profit of 1.80 − 0.05.
  await expect(settlement).toContainText('0.35')
  await page.goto(own)
  // Half of the spend of 0.05 was promotional, of which 0.02 startup funds, repaid from the revenue of 3.60.
  await expect(settlement).toContainText('3.60')
  await expect(settlement).toContainText('0.02')
  await open(page, '/wallet')
  await page.reload()
  // 500 − 0.05 + 1.45 of the followed plan, − 0.025 + 3.58 of her own, − 10 exchanged: 494.955.
  await expectFigure(page, 'Available funds', '494.9550')
  await letGo()
}

async function seeChargeback(page: Page, own: string): Promise<void> {
  const anna = await clientOf(live.program.url, ANNA)
  const available = async () => (await anna.call(property, {})).available_balance
  await expect.poll(available, { timeout: 120_000 }).toBe('493.155')
  await open(page, '/wallet')
  await page.reload()
  await expectFigure(page, 'Available funds', '493.1550')
  await page.goto(own)
  await page
    .locator('main li')
    .getByRole('button', { name: /^Invalid traffic/ })
    .click()
  await expect(page.getByRole('dialog')).toContainText('1.80')
  await page.keyboard.press('Escape')
  await open(page, '/notification')
  await expect(page.getByRole('button', { name: /Plan \S+ was corrected/ })).toBeVisible()
}

async function readStatement(page: Page, folder: string): Promise<void> {
  await open(page, '/wallet')
  await press(page, 'Monthly statement')
  const download = page.waitForEvent('download')
  await press(page, 'Save PDF')
  const file = join(folder, 'statement.pdf')
  await (await download).saveAs(file)
  const text = runPdfTool('pdftotext', await readFile(file))
  expect(text).toContain('493.155')
  expect(text).toContain('System chargeback')
}
