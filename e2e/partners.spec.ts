import type { PartnerSide } from '@adtally/contract/partner/statement/partner-call.ts'
import { PARTNER_CALLS } from '@adtally/contract/partner/statement/partner-calls.ts'
import { PARTNER_HEADER, PARTNER_HEADER_VALUE } from '@adtally/contract/partner/statement/session.ts'
import { expect, type Page } from '@playwright/test'
import axeCore from 'axe-core'
import { codeNow } from '../apps/api/src/testing/authenticator-app.ts'
import { fromBase32 } from '../apps/api/src/testing/from-base32.ts'
import { sharedQuietDemo as demo } from './support/quiet-demo.ts'
import {
  activatePartner,
  type CodeHalves,
  logInPartner,
  noted,
  openAct,
  openOwnBrowser,
  told,
} from './support/screens/partner-screens.ts'
import { quietTest as test } from './support/test.ts'

declare global {
  var axe: typeof import('axe-core')
}

async function logInStaff(page: Page, username: string): Promise<void> {
  const password = demo().demo.staff.find((one) => one.username === username)?.password ?? ''
  await page.goto(`${demo().url}/console/`)
  await page.getByLabel('Name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Acts' })).toBeVisible()
}

/** The id of the first party of a side, as the office lists it. */
async function partyOf(page: Page, side: PartnerSide): Promise<string> {
  await openAct(page, 'list-marketplace')
  const list = page
    .getByRole('term')
    .filter({ hasText: side === 'advertiser' ? 'Advertisers' : 'Publishers' })
  const id = list.locator('xpath=following-sibling::dd').locator('code').first()
  return (await id.getAttribute('title')) ?? ''
}

/** Two of the staff invite an owner of a party by their forms; answers both halves of the code. */
async function invited(
  [maker, checker]: readonly [Page, Page],
  side: PartnerSide,
  email: string,
): Promise<CodeHalves> {
  const party_id = await partyOf(maker, side)
  await openAct(maker, 'invite-partner', {
    side,
    party_id,
    email,
    role: 'owner',
    reason: 'They asked for it',
  })
  await maker.getByRole('button', { name: 'Invite partner' }).click()
  await expect(maker.getByRole('heading', { name: 'Proposed' })).toBeVisible()
  const proposal_id = await told(maker, 'Proposal ID')
  const first = await told(maker, 'First code')
  await noted(maker)
  await openAct(checker, 'show-proposal', { proposal_id })
  await checker.getByRole('button', { name: 'Show' }).click()
  const [payload_hash, facts_hash] = [await told(checker, 'Payload hash'), await told(checker, 'Facts hash')]
  await openAct(checker, 'approve', { proposal_id, payload_hash, facts_hash })
  await checker.getByRole('button', { name: 'Approve' }).click()
  await expect(checker.getByRole('heading', { name: 'Done' })).toBeVisible()
  const said = (await checker.locator('#content').textContent()) ?? ''
  const [, second = ''] = /second.code\W+([a-z0-9-]+)/i.exec(said) ?? []
  await noted(checker)
  return [first, second]
}

/** Why a call is refused that is sent with the cookies of a page; null: it is not. */
async function reasonOf(page: Page, call: string): Promise<unknown> {
  const reply = await page.request.get(`${demo().url}/partner/${call}`, {
    headers: { [PARTNER_HEADER]: PARTNER_HEADER_VALUE },
  })
  const { data } = await reply.json()
  return data?.reason ?? null
}

/** Looks at every form and list of a side; each is drawn, fits a phone, and has nothing that axe finds. */
async function everyPageOf(page: Page, side: PartnerSide): Promise<void> {
  // The page is one document as long as addresses differ by their hash.
  await page.evaluate(axeCore.source)
  for (const { name } of PARTNER_CALLS.filter(({ sides }) => sides.includes(side))) {
    await openAct(page, name)
    await expect(page.locator('#content h1'), name).toBeVisible()
    await expect(page.locator('#content [aria-busy]'), name).toHaveCount(0)
    const faults = await page.evaluate(async () => {
      const { violations } = await globalThis.axe.run('#root', { resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    })
    expect(faults, name).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(390)
  }
}

async function workAsPublisher(publisher: Page): Promise<void> {
  await publisher.getByRole('link', { name: 'List placements' }).click()
  await publisher.getByRole('button', { name: 'Acts for row 1' }).click()
  await publisher.getByRole('link', { name: 'Show tag' }).click()
  await expect(publisher.getByText('<script', { exact: false }).first()).toBeVisible()
  await openAct(publisher, 'file-appeal', { verdict_id: crypto.randomUUID(), rule: 'automation' })
  await publisher.getByLabel('Grounds').fill('They came from the fair, by a page of ours.')
  await publisher.getByRole('button', { name: 'File appeal' }).click()
  // No verdict of theirs has this id, and the page says so at its field or over the button.
  await expect(
    publisher.getByRole('alert').or(publisher.locator('[aria-invalid="true"]')).first(),
  ).toBeVisible()
}

async function workAsAdvertiser(advertiser: Page, run: string): Promise<void> {
  await openAct(advertiser, 'list-products')
  const product_id = await advertiser.locator('tbody code').first().getAttribute('title')
  const clip = { x: 0, y: 0, width: 300, height: 250 }
  const picture = {
    name: 'poster.png',
    mimeType: 'image/png',
    buffer: await advertiser.screenshot({ clip }),
  }
  await openAct(advertiser, 'create-creative', { product_id: product_id ?? '' })
  await advertiser.getByLabel('Kind').selectOption('image')
  await advertiser.getByLabel('Headline').fill(`A game of boats ${run}`)
  await advertiser.getByLabel('Body').fill('Row, sail and race.')
  await advertiser.locator('input[type="file"]').setInputFiles(picture)
  await advertiser.getByRole('button', { name: 'Create creative' }).click()
  await expect(advertiser.getByRole('heading', { name: 'Done' })).toBeVisible()
  expect(await told(advertiser, 'Status')).toBe('Draft')
  await openAct(advertiser, 'list-creatives')
  await expect(advertiser.getByText(`A game of boats ${run}`)).toBeVisible()
  await openAct(advertiser, 'rotate-postback-secret')
  await advertiser.getByRole('button', { name: 'Rotate postback secret' }).click()
  expect((await told(advertiser, 'Postback secret')).length).toBeGreaterThan(20)
  await noted(advertiser)
  await openAct(advertiser, 'list-conversions')
  await expect(advertiser.getByRole('region', { name: 'Answer' })).toBeVisible()
}

async function findNothing(stranger: Page, publisher: Page, advertiser: Page): Promise<void> {
  await openAct(publisher, 'list-placements')
  // The appeal was refused, so that its words are still to be sent.
  await publisher.getByRole('button', { name: 'Leave', exact: true }).click()
  const placement_id = await publisher.locator('tbody code').first().getAttribute('title')
  await stranger.goto(`${demo().url}/partners/#/acts/list-placements`)
  await expect(stranger.getByRole('heading', { name: 'Log in as a partner' })).toBeVisible()
  const tag = `show-tag?placement_id=${placement_id}`
  expect(await reasonOf(stranger, 'list-placements')).toBe('not_signed_in')
  expect(await reasonOf(advertiser, tag)).toBe('call_unknown')
  expect(await reasonOf(publisher, tag)).toBeNull()
  await openAct(publisher, 'list-conversions')
  await expect(publisher.getByText('Only advertisers have this page')).toBeVisible()
  expect(await reasonOf(publisher, 'list-conversions')).toBe('call_unknown')
}

test('a publisher’s and an advertiser’s owner are invited by two, set up their access and work on their own pages [proof 1422]', async ({
  browser,
  quiet,
}) => {
  const run = Date.now().toString(36)
  const [ida, olaf] = [`ida.${run}@news.example`, `olaf.${run}@games.example`]
  const staff = [await openOwnBrowser(browser, quiet), await openOwnBrowser(browser, quiet)] as const
  const [publisher, advertiser] = [await openOwnBrowser(browser, quiet), await openOwnBrowser(browser, quiet)]
  await logInStaff(staff[0], 'mara')
  await logInStaff(staff[1], 'theo')

  await test.step('a publisher’s owner, with a second factor', async () => {
    const key = await activatePartner(
      publisher,
      demo().url,
      ida,
      await invited(staff, 'publisher', ida),
      true,
    )
    await publisher.getByRole('button', { name: 'Log in', exact: true }).click()
    await logInPartner(publisher, demo().url, ida, codeNow(fromBase32(key)))
  })
  await test.step('sees its placements and their tag, and files an appeal', () => workAsPublisher(publisher))
  await test.step('an advertiser’s owner, without one', async () => {
    await activatePartner(advertiser, demo().url, olaf, await invited(staff, 'advertiser', olaf), false)
    await advertiser.getByRole('button', { name: 'Log in', exact: true }).click()
    await logInPartner(advertiser, demo().url, olaf)
  })
  await test.step('uploads a draft, replaces its secret and sees its conversions', () =>
    workAsAdvertiser(advertiser, run))
  const stranger = await openOwnBrowser(browser, quiet)
  await test.step('a stranger and the other side find nothing', () =>
    findNothing(stranger, publisher, advertiser))
  await test.step('every form and list of either side', async () => {
    await everyPageOf(publisher, 'publisher')
    await everyPageOf(advertiser, 'advertiser')
  })
})
