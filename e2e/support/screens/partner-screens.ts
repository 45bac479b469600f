import type { PartnerSide } from '@adtally/contract/partner/statement/partner-call.ts'
import { type Browser, expect, type Page } from '@playwright/test'
import type { CommandLineOffice } from '../offices/command-line-office.ts'
import type { QuietPages } from './quiet-pages.ts'

const PASSWORD = 'seven herons over the weir'

/** Both halves of a code with which somebody new sets up their access. */
export type CodeHalves = readonly [first: string, second: string]

/** Somebody's browser of their own, in which nothing may go wrong unseen. */
export async function openOwnBrowser(browser: Browser, quiet: QuietPages): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  await quiet.watch(context)
  return await context.newPage()
}

/** Opens the page of an act, filled in. */
export async function openAct(
  page: Page,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.evaluate((hash) => window.location.assign(hash), `#/acts/${name}?${new URLSearchParams(fields)}`)
}

/** What an outcome or an answer says under a label. */
export async function told(page: Page, label: string): Promise<string> {
  const entry = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
  return ((await entry.first().locator('dd').textContent()) ?? '').trim()
}

/** Says that what is shown once was noted, before which a page is not left without a question. */
export async function noted(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'I’ve noted it' }).click()
}

/** Sets up an access with both halves of a code; answers the key for an authenticator app, where one is wanted. */
export async function activatePartner(
  page: Page,
  url: string,
  email: string,
  [first, second]: CodeHalves,
  wants_factor: boolean,
): Promise<string> {
  await page.goto(`${url}/partners/#/activate`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('First half of the code').fill(first)
  await page.getByLabel('Second half of the code').fill(second)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByLabel('Set up an authenticator app, too').setChecked(wants_factor)
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await expect(page.getByRole('heading', { name: `${email} can log in now` })).toBeVisible()
  if (!wants_factor) return ''
  return ((await page.locator('p.font-mono').textContent()) ?? '').replaceAll(' ', '')
}

/** Signs in whoever `activatePartner` set up; `totp` where they have an authenticator app. */
export async function logInPartner(page: Page, url: string, email: string, totp = ''): Promise<void> {
  await page.goto(`${url}/partners/`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Code for two-step verification').fill(totp)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'All pages' })).toBeVisible()
}

/** Two of the staff invite an owner of a party, who sets up their access in this page and signs in. */
export async function welcomeOwner(
  page: Page,
  url: string,
  office: CommandLineOffice,
  { side, party_id, email }: { side: PartnerSide; party_id: string; email: string },
): Promise<void> {
  const { proposal_id, first_code } = await office.run('invite-partner', {
    side,
    'party-id': party_id,
    email,
    role: 'owner',
    reason: 'They asked for it',
  })
  const { second_code } = await office.approve(String(proposal_id))
  await activatePartner(page, url, email, [String(first_code), String(second_code)], false)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await logInPartner(page, url, email)
}
