import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call } from '@adtally/contract/call.ts'
import { chargebackRecord, planCorrections } from '@adtally/contract/plans/corrections.ts'
import { assistanceList } from '@adtally/contract/plans/follow.ts'
import { planDays } from '@adtally/contract/plans/plan-days.ts'
import { planConversions, planEntries, planInvalid, planPut } from '@adtally/contract/plans/plans.ts'
import { productList } from '@adtally/contract/plans/products.ts'
import { expect, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { drawPoster } from '../apps/api/src/demo/seed/artwork/posters.ts'
import { PRODUCTS } from '../apps/api/src/demo/seed/catalogue.ts'
import { codeNow } from '../apps/api/src/testing/authenticator-app.ts'
import { fromBase32 } from '../apps/api/src/testing/from-base32.ts'
import { issueLicenceKey } from './support/market.ts'
import { CommandLineOffice } from './support/offices/command-line-office.ts'
import { entryAddress } from './support/offices/entry-ticket.ts'
import { ownDemo } from './support/own-demo.ts'
import {
  bindBankAccount,
  enterPin,
  type Person,
  pauseOnePlacement,
  placeFromAmount,
  register,
  signIn,
  withdraw,
} from './support/screens/app-screens.ts'
import { holdSome } from './support/screens/sheet-setup.ts'
import { clientOf, signInByApi } from './support/sign-in.ts'
import { quietTest as test } from './support/test.ts'

const [PRODUCT] = PRODUCTS
const ACCOUNT = { bank: 'Harbour Bank', name: 'Robin Vale', number: 'GB82 WEST 1234 5698 7654 32' }
const NEWCOMER: Person = {
  username: 'noa-stern',
  password: 'a quiet river at noon',
  email: 'noa@example.com',
  phone: '7400 123456',
  transaction_password: '246810',
}

/** A plan's lists, with the calls that fill them. */
const LISTS = [
  ['By day', planDays],
  [/^Conversions/, planConversions],
  [/^Invalid traffic/, planInvalid],
  ['Corrections', planCorrections, chargebackRecord],
  ['Ledger entries', planEntries],
] as const

/** Resolves once a call's answer is complete: closing the sheet earlier would cancel it. */
async function wholeAnswer(page: Page, { path }: Call): Promise<void> {
  const response = await page.waitForResponse((each) => new URL(each.url()).pathname.endsWith(path))
  await response.finished()
}

const demo = ownDemo()

/** The demo's customers: one has a plan, the other follows. */
function customers() {
  const [leader, follower] = demo().demo.customers
  if (!PRODUCT) throw new Error('the demo has no product')
  return { leader, follower, product: PRODUCT }
}

const open = (page: Page, address: string) => page.goto(`${demo().url}/#${address}`)
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()
const confirm = (page: Page, name: string | RegExp) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

async function enter(page: Page, who: 'leader' | 'follower', address: string): Promise<void> {
  await open(page, address)
  await signIn(page, customers()[who])
}

/** Chooses an image for the form and waits until the server has it. */
async function addImage(page: Page): Promise<void> {
  const buffer = await drawPoster(customers().product.poster, 320, 100)
  const uploaded = page.waitForResponse((response) => response.url().endsWith('/files/upload'))
  await page.getByLabel('Choose images').setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer })
  await uploaded
  await expect(page.getByRole('list', { name: 'Chosen images' }).locator('[aria-busy="true"]')).toHaveCount(0)
}

test('a plan’s lists are opened, it is paused and goes on, and a withdrawal is taken back', async ({
  page,
}) => {
  await enter(page, 'leader', '/plan?tab=mine')
  await page.getByRole('link', { name: customers().product.name }).click()
  await expect(page.locator('[data-part="plan-status"]')).toContainText('In progress')
  for (const [list, ...calls] of LISTS) {
    const answered = calls.map((call) => wholeAnswer(page, call))
    await page.locator('main li').getByRole('button', { name: list }).click()
    await Promise.all(answered)
    await expect(page.getByRole('dialog')).toBeVisible()
    const filled = page.getByRole('dialog').locator('li, p').filter({ hasText: /./ })
    await expect(filled.first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await press(page, 'Pause')
  await confirm(page, 'Pause plan')
  await press(page, 'Resume')
  await confirm(page, 'Resume plan')
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()

  await pauseOnePlacement(page)

  const { transaction_password } = customers().leader
  await open(page, '/wallet/bind-card')
  await bindBankAccount(page, ACCOUNT, transaction_password)
  await open(page, '/wallet')
  await withdraw(page, '20.00', transaction_password)
  await page.getByRole('region', { name: 'Withdrawals on their way' }).getByRole('button').click()
  await press(page, 'Cancel withdrawal')
  await confirm(page, /^Cancel withdrawal · 20\.00/)
  await expect(page.getByText('Withdrawal cancelled')).toBeVisible()
})

test('drafts of a leader are confirmed and dismissed; following ends and begins again', async ({ page }) => {
  const leader = await clientOf(demo().url, customers().leader)
  const { items } = await leader.call(productList, { search: customers().product.name })
  const product_id = items[0]?.product_id ?? ''
  await leader.call(planPut, { request_id: crypto.randomUUID(), product_id, amount: '20.00' })
  const { operated_id } = (await leader.call(assistanceList, {})).own

  const follower = await clientOf(demo().url, customers().follower)
  await expect.poll(async () => (await follower.call(assistanceList, {})).drafts).toHaveLength(2)
  await enter(page, 'follower', '/ad-center/operated')
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(2)
  await press(page, 'Dismiss')
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(1)
  await press(page, 'Choose amount')
  await placeFromAmount(page, '20.00')
  await open(page, '/ad-center/operated')
  await press(page, 'Stop following')
  await confirm(page, 'Stop following')
  await page.getByRole('textbox', { name: 'Operated ID' }).fill(operated_id)
  await press(page, 'See their results')
  await press(page, /^Follow\s· /)
  await expect(page.getByRole('region', { name: 'You follow' })).toContainText(operated_id)
})

test('coupons and startup funds are taken and pay for a plan; level and credit score say what from', async ({
  page,
}) => {
  await enter(page, 'follower', '/ad-center/activities')
  await press(page, /^Claim coupon: /)
  await expect(page.getByText('Coupon claimed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'News' })).toBeVisible()
  await press(page, 'Take startup funds')
  await expect(page.getByText('Startup funds are in your wallet')).toBeVisible()
  await page.getByRole('link', { name: 'Claimed: see your coupons' }).first().click()
  await expect(page.getByRole('list', { name: 'Unused' }).getByRole('listitem').first()).toBeVisible()
  await page
    .getByRole('link', { name: /^See eligible products/ })
    .first()
    .click()
  await page.getByRole('link', { name: customers().product.name }).first().click()
  await press(page, 'Place a plan')
  await page.getByRole('textbox', { name: 'Investment amount' }).fill('20')
  await press(page, 'Choose how to pay')
  await page.getByRole('radio', { name: /Newcomer coupon/ }).check()
  await page.getByRole('switch', { name: /^Use startup funds/ }).click()
  const paid = page.locator('dl').first()
  await expect(paid).toContainText(/The coupon pays2\.00.*Startup funds pay18\.00.*You pay0\.00/s)
  await press(page, 'Review')
  await press(page, /^Place plan · 20\.00/)
  await expect(page.getByRole('heading', { name: /^Plan P\d+ is placed$/ })).toBeVisible()
  await open(page, '/ad-center/activities')
  await expect(page.getByText('In plans')).toBeVisible()
  await press(page, /^Return 2\.00/)
  await confirm(page, /^Return 2\.00/)
  await expect(page.getByText('Startup funds returned')).toBeVisible()
  await open(page, '/ad-center/level')
  await expect(page.getByRole('heading', { name: 'Credit score' })).toBeVisible()
  await expect(page.getByText('Your score hasn’t changed so far.')).toBeVisible()
})

test('a month of VIP is opened after its terms were shown, and cancelled early', async ({ page }) => {
  await enter(page, 'leader', '/ad-center/level')
  const vip = page.getByRole('region', { name: 'VIP', exact: true })
  await vip.getByRole('button', { name: /^Open VIP/ }).click()
  const sheet = page.getByRole('dialog', { name: 'VIP month' })
  await expect(sheet).toContainText(/Break-even.*400\.00/s)
  await sheet.getByRole('button', { name: /^Open VIP/ }).click()
  await expect(vip.getByText(/^VIP until/)).toBeVisible()
  await press(page, 'Cancel VIP')
  await confirm(page, 'Cancel VIP')
  await expect(page.getByText(/^VIP cancelled/)).toBeVisible()
  await expect(vip.getByRole('heading', { name: 'Earlier months' })).toBeVisible()
})

test('an acceptance code leads to an offer, its order into escrow, through a dispute, and to its end', async ({
  page,
}, { outputDir }) => {
  const { follower, product } = customers()
  const office = new CommandLineOffice(demo().data_dir, demo().demo.staff)
  const [acceptor] = Object.values(await office.run('list-acceptors')).map((row) => Object(row))
  const offer = { acceptor_id: String(acceptor.acceptor_id), amount: '10.00', currency: 'EUR' }
  const { code, order_id } = await office.run('issue-acceptance-code', { ...offer, rate: '0.912000' })
  await enter(page, 'follower', '/wallet/foreign-exchange')
  const records = page.getByRole('list', { name: 'Transaction records' }).getByRole('listitem')
  await expect(records).toHaveCount(1)
  await page.getByLabel('Acceptance code').fill(String(code))
  await press(page, 'See offer')
  await expect(page.getByRole('heading', { name: /^Offer / })).toBeVisible()
  await expect(records).toHaveCount(2)
  const prove = async (act: RegExp) => {
    await press(page, act)
    const pin = page.getByRole('dialog', { name: 'Transaction password' })
    await enterPin(pin, follower.transaction_password)
    await pin.getByRole('button', { name: act }).click()
    await expect(pin).toBeHidden()
  }
  await prove(/^Confirm · /)
  const sheet = page.getByRole('dialog', { name: /^Order / })
  await expect(sheet).toContainText('The acceptor has until')
  await mkdir(outputDir, { recursive: true })
  const file = join(outputDir, 'transfer.png')
  await writeFile(file, await drawPoster(product.poster, 320, 100))
  const marked = { order_id: String(order_id), file, note: 'SEPA transfer of today' }
  await office.run('mark-exchange-paid', marked)
  await page.reload()
  await records.getByText('Marked as paid').click()
  await expect(sheet).toContainText('SEPA transfer of today')
  await press(page, 'Payment not received')
  await page.getByLabel('What happened').fill('Nothing came until noon')
  await press(page, 'Dispute the order')
  await expect(sheet).toContainText('Two of our staff will decide by')
  await prove(/^Payment received · /)
  await expect(sheet).toContainText('You confirmed that the payment had arrived.')
})

test('the customer’s own page: information, devices, what staff did, a message with an image, an archive of it all', async ({
  page,
}) => {
  // Without its socket the chat sends by the call.
  await page.routeWebSocket(/./, (socket) => socket.close())
  await signInByApi(demo().url, customers().follower)
  await enter(page, 'follower', '/customer')
  await press(page, 'Request deposit details')
  await expect(page.getByRole('region', { name: 'Deposit details' })).toBeVisible()
  await addImage(page)
  await page.getByLabel('Write a message').fill('This is what I see')
  await press(page, 'Send')
  await expect(page.getByText('This is what I see')).toBeVisible()
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await press(page, /^Log out /)
  await confirm(page, 'Log out')
  await expect(page.getByText('Device logged out')).toBeVisible()
  await press(page, 'Edit')
  await page.getByRole('dialog').getByLabel('Nickname').fill('Kim at the harbour')
  await press(page, 'Save')
  await expect(page.getByRole('heading', { name: 'Kim at the harbour' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Staff activity on your account' })).toBeVisible()
  const archive = await saveArchive(page, customers().follower.transaction_password)
  expect(strFromU8(archive['service/chat_messages.csv'] ?? new Uint8Array())).toContain('This is what I see')
})

test('an account that holds nothing is closed by its customer, and still read', async ({ page }) => {
  const office = new CommandLineOffice(demo().data_dir, demo().demo.staff)
  const licence_key = await issueLicenceKey(office, 'Noa Stern')
  await open(page, '/register')
  await register(page, NEWCOMER, licence_key)
  await open(page, '/customer/closing')
  await expect(page.getByText('You can close your account now.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Login password' }).fill(NEWCOMER.password)
  await press(page, 'Close account')
  await expect(page.getByText('Account closed', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Your data' })).toBeVisible()
  await open(page, '/wallet')
  await expect(page.getByText('Available funds').first()).toBeVisible()
})

/** Saves the customer's archive; returns its files. */
async function saveArchive(page: Page, transaction_password: string): Promise<Record<string, Uint8Array>> {
  await page.getByRole('link', { name: 'Your data' }).click()
  await press(page, 'Save archive')
  const sheet = page.getByRole('dialog')
  await enterPin(sheet, transaction_password)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Save archive' }).click(),
  ])
  await expect(page.getByText('Archive saved')).toBeVisible()
  return unzipSync(readFileSync(await download.path()))
}

test('a hold’s document is given and the hold appealed; a second factor is set up and removed', async ({
  page,
}) => {
  const { leader, product } = customers()
  await holdSome(demo(), leader)
  await enter(page, 'leader', '/wallet')
  const hold = page.getByRole('list', { name: 'Holds' }).getByRole('listitem').first()
  await expect(hold).toContainText('deadline is paused until we receive the listed documents')
  const photograph = {
    name: 'passport.png',
    mimeType: 'image/png',
    buffer: await drawPoster(product.poster, 320, 100),
  }
  await page.getByLabel('Photo of Passport', { exact: true }).setInputFiles(photograph)
  await expect(page.getByText('Document sent')).toBeVisible()
  await expect(hold).toContainText(/Ends automatically in/)
  await press(page, 'Appeal')
  await page.getByLabel('Why you think the hold is wrong').fill('It is valid until 2031.')
  await press(page, 'Send appeal')
  await expect(hold).toContainText('It is valid until 2031.')
  await page.getByRole('link', { name: /^Holds so far/ }).click()
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Holds so far' })).toContainText('3.00')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /^Two-step verification/ }).click()
  await press(page, 'Set up an authenticator app')
  await enterPin(page.getByRole('dialog'), leader.transaction_password)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  const shown = (await page.locator('main code').first().textContent()) ?? ''
  const secret = fromBase32(shown.replaceAll(' ', ''))
  await page.getByLabel('Code from the app').fill(codeNow(secret))
  await press(page, 'Confirm')
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  const [paper = ''] = await page.locator('main li code').allTextContents()
  await press(page, 'I’ve written them down')
  await page.getByLabel('Code from the app').fill(paper)
  await press(page, 'Require at login, too')
  await enterPin(page.getByRole('dialog'), leader.transaction_password)
  await page.getByRole('dialog').getByRole('button', { name: 'Require at login, too' }).click()
  await expect(page.getByText(/^Required since/)).toBeVisible()
  await page.getByLabel('Code from the app').fill(codeNow(secret, 1))
  await press(page, 'Remove the authenticator app')
  await enterPin(page.getByRole('dialog'), leader.transaction_password)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the authenticator app' }).click()
  await expect(page.getByText('Authenticator app removed')).toBeVisible()
})

test('questions and rules are read and voted on; feedback goes out with an image', async ({ page }) => {
  await enter(page, 'leader', '/ad-center/ques-detail')
  const questions = page.getByRole('region', { name: 'Money' }).getByRole('link')
  const question = (await questions.first().textContent()) ?? ''
  await questions.first().click()
  await expect(page.getByRole('heading', { name: question })).toBeVisible()
  await press(page, 'Yes')
  await expect(page.getByText('Thank you.')).toBeVisible()
  await page.getByRole('link', { name: 'All questions' }).click()
  await page.getByRole('link', { name: /^Operation rules/ }).click()
  await expect(page.getByText(/^Figures from policy version/)).toBeVisible()
  await open(page, '/ad-center/ques-detail?view=words')
  await expect(page.getByRole('term').filter({ hasText: /^Conversion$/ })).toBeVisible()
  await open(page, '/ad-center/feedback')
  await page.getByLabel('Subject').fill('The chart')
  await page.getByLabel('Your feedback').fill('It is hard to read in the sun.')
  await addImage(page)
  await press(page, 'Send feedback')
  await expect(page.getByText('Submitted. Thank you.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Your feedback' })).toContainText('It is hard to read')
})

test('a host’s user whose host asked for the code is in at once', async ({ page }) => {
  const [staff] = demo().demo.staff
  const code = demo().demo.licence_codes.at(-1)
  if (!staff || !code) throw new Error('the demo has no staff or no code')
  const address = await entryAddress(demo(), staff, 'host-user-with-code')
  await page.goto(`${address}&authorization_code=${encodeURIComponent(code)}`)
  await expect(page.locator('main[data-page="ad-center"]')).toBeVisible()
  await expect(page.locator('header [data-part="bell"]')).toBeVisible()
})
