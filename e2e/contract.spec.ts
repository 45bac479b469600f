import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { runPdfTool } from '../apps/api/src/testing/pdf-tools.ts'
import { sharedQuietDemo as demo } from './support/quiet-demo.ts'
import { signIn } from './support/screens/app-screens.ts'
import { quietTest as test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

async function enter(page: Page): Promise<void> {
  // Not the first, whose sessions another file ends.
  const [, customer] = demo().demo.customers
  await page.goto(`${demo().url}/#/login`)
  await signIn(page, customer)
}

async function saved(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return readFileSync(await download.path())
}

/** Draws two strokes on the pad. */
async function draw(page: Page): Promise<void> {
  const box = await page.getByRole('img', { name: /Signature field, empty/ }).boundingBox()
  if (!box) throw new Error('there is no pad')
  for (const [from, to] of [
    [0.2, 0.8],
    [0.3, 0.6],
  ] as const) {
    await page.mouse.move(box.x + box.width * from, box.y + box.height * 0.3)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * to, box.y + box.height * 0.7, { steps: 12 })
    await page.mouse.up()
  }
}

test('the contract is read, signed and kept; its receipt is checked; no rule of the page is broken', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page)
  await page.getByRole('link', { name: 'Contract', exact: true }).click()
  await expect(page).toHaveTitle(/^Employment Contract/)
  await page.getByRole('link', { name: 'Read the contract' }).click()
  await expect(page.locator('canvas[data-drawn="true"]')).toHaveCount(2)
  const preview = await saved(page, 'Save this file')
  await page.getByRole('link', { name: 'Continue to sign' }).click()
  await draw(page)
  await page.getByRole('switch').click()
  await page.getByRole('button', { name: 'Sign contract' }).click()
  await expect(page.getByText('Signed and sealed')).toBeVisible()
  const sealed = await saved(page, 'Save signed file')
  expect(sealed.subarray(0, preview.length).equals(preview)).toBe(true)
  expect(runPdfTool('pdfsig', sealed)).toContain('Signature is Valid')
  const changed = Buffer.from(sealed)
  const at = changed.indexOf('stream\n') + 60
  changed[at] = (changed[at] ?? 0) ^ 1
  expect(runPdfTool('pdfsig', changed)).toContain('Digest Mismatch')
  await page.getByRole('button', { name: 'Copy receipt' }).click()
  await expect(page.getByText('Receipt copied')).toBeVisible()
  const receipt = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('link', { name: 'Check a receipt' }).click()
  await page.getByRole('textbox').fill(receipt)
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'contract.pdf', mimeType: 'application/pdf', buffer: sealed })
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText(/The receipt is unchanged/)).toBeVisible()
  await expect(page.getByText(/log has this entry/)).toBeVisible()
  await expect(page.getByText(/This is the file named/)).toBeVisible()
})

test('a statement is saved as PDF from the wallet', async ({ page }) => {
  await enter(page)
  await page.goto(`${demo().url}/#/wallet`)
  await page.getByRole('button', { name: 'Monthly statement' }).click()
  const statement = await saved(page, 'Save PDF')
  expect(statement.subarray(0, 5).toString()).toBe('%PDF-')
  expect(runPdfTool('pdftotext', statement)).toContain('SANDBOX')
  // The same month in sums, and down to why an entry exists.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'All months' }).click()
  await page.getByRole('dialog').getByRole('option').nth(1).click()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('Closing balance')).toBeVisible()
  await page.getByRole('list', { name: 'Fund details' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Why this entry exists' }).first().click()
  await expect(
    page.getByRole('region', { name: 'Why this entry exists' }).locator('dd, p').first(),
  ).toBeVisible()
})

test('nobody loads the PDF reader who has not opened a document', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter(page)
  await page.goto(`${demo().url}/#/ad-center/contract`)
  await expect(page.getByRole('heading', { name: 'Signed versions' })).toBeVisible()
  const worker = await page.request.get(`${demo().url}/service-worker.js`)
  const ofReader = (texts: readonly string[]) => texts.filter((text) => /assets\/pdf|pdf\.worker/.test(text))
  expect(ofReader([...asked, await worker.text()])).toEqual([])
  // Control: it is heard once somebody does.
  await page.goto(`${demo().url}/#/ad-center/contract/preview`)
  await expect(page.locator('canvas[data-drawn="true"]').first()).toBeVisible()
  expect(ofReader(asked).length).toBeGreaterThan(1)
})
