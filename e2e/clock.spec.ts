import { property } from '@adtally/contract/money/wallet.ts'
import { planList, planStop } from '@adtally/contract/plans/plans.ts'
import { sandboxClockAdvance } from '@adtally/contract/sandbox.ts'
import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { ownDemo } from './support/own-demo.ts'
import { signIn } from './support/screens/app-screens.ts'
import { clientOf } from './support/sign-in.ts'
import { test } from './support/test.ts'

const demo = ownDemo()

test('on a phone the clock is moved on by eight days in two taps: the plan is settled, and everybody still logged in', async ({
  page,
}) => {
  const [robin] = demo().demo.customers
  const client = await clientOf(demo().url, robin)
  const plan = async () => (await client.call(planList, {})).items[0]
  await expect.poll(async () => (await plan())?.status).toBe('putting')
  const plan_id = (await plan())?.plan_id ?? ''
  await client.call(planStop, { plan_id })

  await page.goto(`${demo().url}/#/login`)
  await signIn(page, robin)
  await page.goto(`${demo().url}/#/plan/detail?id=${plan_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  // By keyboard here; other tests tap it.
  const open = page.getByRole('button', { name: 'Move the clock' })
  await open.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'The sandbox’s clock' })
  await expect(sheet.getByText('The clock shows')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await open.tap()
  await sheet.getByRole('button', { name: '8 days', exact: true }).tap()
  await expect(sheet.getByText(/^Plan P\d+ is settled\.$/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Advance by 8 days' }).tap()
  await expect(sheet.getByRole('progressbar')).toBeVisible()
  // Another wish meanwhile is refused with a word.
  const again = client.call(sandboxClockAdvance, { request_id: crypto.randomUUID(), step: 'hour' })
  await expect(again).rejects.toThrow('clock_moving')
  await expect(sheet.getByRole('button', { name: '8 days', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-part="sandbox"]')).toContainText('8 d')
  await expect(page.getByText('Settled').first()).toBeVisible()
  await page.goto(`${demo().url}/#/wallet`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wallet')
  expect(await page.evaluate(() => localStorage.getItem('fb_token'))).not.toBeNull()
  // The session by which the plan was stopped was not the one that played, and lives on.
  await client.call(property, {})
})

test('the same step can be wished again: each wish is one of its own', async ({ page }) => {
  const [, kim] = demo().demo.customers
  await page.goto(`${demo().url}/#/login`)
  await signIn(page, kim)
  const wishes: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/sandbox/clock/advance')) wishes.push(request.postData() ?? '')
  })
  await page.getByRole('button', { name: 'Move the clock' }).tap()
  const sheet = page.getByRole('dialog', { name: 'The sandbox’s clock' })
  for (const nth of [1, 2]) {
    await sheet.getByRole('button', { name: '1 hour', exact: true }).tap()
    await sheet.getByRole('button', { name: 'Advance by 1 hour' }).tap()
    await expect.poll(() => wishes.length).toBe(nth)
    await expect(sheet.getByRole('button', { name: 'Advance by 1 hour' })).toBeHidden()
    await expect(sheet.getByRole('button', { name: '1 hour', exact: true })).toBeVisible()
  }
  const ids = wishes.map((wish) => z.parse(z.object({ request_id: z.string() }), JSON.parse(wish)).request_id)
  expect(new Set(ids).size).toBe(2)
})
