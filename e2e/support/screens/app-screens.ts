import { expect, type Locator, type Page } from '@playwright/test'
import type { DemoFile } from '../program.ts'

/** What somebody registers with. */
export interface Person {
  username: string
  password: string
  email: string
  /** The national number, in the country of the browser's language. */
  phone: string
  transaction_password: string
}

/** Registers with a licence key through the form's two steps; ends on the ad centre. */
export async function register(page: Page, person: Person, licence_key: string): Promise<void> {
  await page.getByLabel('Licence key').fill(licence_key)
  await page.getByLabel('Username').fill(person.username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(person.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByRole('textbox', { name: 'Phone' }).fill(person.phone)
  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(page).toHaveURL(/#\/ad-center/)
}

/** Signs in on the current login page; ends where the page then leads. */
export async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel('Username').fill(username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).not.toHaveURL(/#\/login/)
}

/** Signs the demo's first customer in and opens the ad centre with all of its time. */
export async function openAdCentre(
  page: Page,
  { url, demo }: { url: string; demo: DemoFile },
): Promise<void> {
  const [customer] = demo.customers
  await page.goto(`${url}/#/login`)
  await signIn(page, customer)
  await page.goto(`${url}/#/ad-center?period=all`)
  await expect(figure(page, 'Impressions')).toBeVisible()
}

/** A page's figure, which explains itself when tapped. */
export function figure(page: Page, label: string): Locator {
  return (
    page
      .locator('button[aria-haspopup="dialog"]')
      .filter({ has: page.getByText(label, { exact: true }) })
      // A row further down may open the same sheet under the same name.
      .first()
  )
}

/** Expects the figure to show exactly `value`, without a reload. */
export async function expectFigure(page: Page, label: string, value: string): Promise<void> {
  const written = (label + value).replaceAll(/[.+*?^$()[\]{}|\\]/g, '\\$&')
  const text = new RegExp(`^${written}(?![\\d.,])`)
  await expect(figure(page, label)).toHaveText(text)
}

/** Types six digits on the app's keypad within `where`. */
export async function enterPin(where: Page | Locator, digits: string): Promise<void> {
  for (const digit of digits) await where.getByRole('button', { name: digit, exact: true }).click()
}

/** Asks for a deposit in the chat; returns the reference on the program's card. */
export async function askDeposit(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Request deposit details' }).click()
  const card = page.getByRole('region', { name: 'Deposit details' })
  const reference = card
    .locator('dt', { hasText: 'Your reference' })
    .locator('xpath=following-sibling::dd[1]')
  await expect(reference).not.toBeEmpty()
  return ((await reference.textContent()) ?? '').trim()
}

/** Sets the transaction password by entering it twice; ends where the page was asked for. */
export async function setTransactionPassword(page: Page, digits: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose six digits' })).toBeVisible()
  await enterPin(page, digits)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Enter them again' })).toBeVisible()
  await enterPin(page, digits)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Transaction password set' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Binds a bank account, confirmed with the transaction password. */
export async function bindBankAccount(
  page: Page,
  account: { bank: string; name: string; number: string },
  digits: string,
): Promise<void> {
  await page.getByRole('button', { name: 'Bank account' }).click()
  await page.getByLabel('Bank name').fill(account.bank)
  await page.getByLabel('Beneficiary name').fill(account.name)
  await page.getByLabel('Account number').fill(account.number)
  await page.getByRole('button', { name: 'Add beneficiary', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await enterPin(sheet, digits)
  await sheet.getByRole('button', { name: 'Add beneficiary', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Beneficiary added' })).toBeVisible()
}

/** Places a plan from the product's page; returns its number and its page's address. */
export async function placePlan(page: Page, amount: string): Promise<{ number: string; address: string }> {
  await page.getByRole('button', { name: 'Place a plan' }).click()
  return await placeFromAmount(page, amount)
}

/** Goes from choosing the amount, as after a leader's plan, to the review before placing. */
export async function reviewFromAmount(page: Page, amount: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Investment amount' })
  await field.fill(amount)
  await page.getByRole('button', { name: /^(Review|Choose how to pay)$/ }).click()
  // Wait, because the next step's button may have the same name.
  await expect(field).toHaveCount(0)
  // Customers with coupons or startup funds choose how to pay first.
  const agreed = page.getByText('You can lose the whole amount.')
  const review = page.getByRole('button', { name: 'Review', exact: true })
  await expect(agreed.or(review)).toBeVisible()
  if (await review.isVisible()) await review.click()
  await expect(agreed).toBeVisible()
}

/** The same, then places it and ends on the receipt; returns the plan's number. */
export async function placeToReceipt(page: Page, amount: string): Promise<string> {
  await reviewFromAmount(page, amount)
  await page.getByRole('button', { name: /^Place plan · / }).click()
  const heading = page.getByRole('heading', { name: /^Plan \S+ is placed$/ })
  return /^Plan (\S+) is placed$/.exec((await heading.textContent()) ?? '')?.[1] ?? ''
}

/** The same; ends on the plan's page and returns its address too. */
export async function placeFromAmount(
  page: Page,
  amount: string,
): Promise<{ number: string; address: string }> {
  const number = await placeToReceipt(page, amount)
  await page.getByRole('button', { name: 'View plan' }).click()
  await expect(page).toHaveURL(/#\/plan\/detail\?id=/)
  return { number, address: page.url() }
}

/** Withdraws an amount from the wallet's page; returns the withdrawal's number. */
export async function withdraw(page: Page, amount: string, digits: string): Promise<string> {
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('textbox', { name: /^Amount in/ }).fill(amount)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Withdraw · / }).click()
  const sheet = page.getByRole('dialog')
  await enterPin(sheet, digits)
  await sheet.getByRole('button', { name: /^Withdraw · / }).click()
  await expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
  const text = await page.getByText(/^Withdrawal W\d+/).textContent()
  const number = /W\d+/.exec(text ?? '')?.[0] ?? ''
  await page.getByRole('button', { name: 'Back to the wallet' }).click()
  return number
}

/** Pauses and resumes one placement of the plan on screen, once the pages of two were visited. */
export async function pauseOnePlacement(page: Page): Promise<void> {
  const placements = page.getByRole('region', { name: 'Placements' })
  const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
  await placements
    .getByRole('button', { name: /^Pause / })
    .first()
    .click()
  await confirm('Pause placement')
  await placements.getByRole('button', { name: /^Resume / }).click()
  await confirm('Resume placement')
  await expect(placements.getByText(/^Paused since/)).toHaveCount(0)
  // A closing dialog removes its history entry a moment later; navigating before that would be undone.
  await expect.poll(() => page.evaluate(() => Object(window.history.state).layers ?? 0)).toBe(0)
}
