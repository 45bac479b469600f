import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { type DemoFile, type Program, startDemo } from './support/program.ts'
import { signIn } from './support/screens/app-screens.ts'
import { firstOf, signInByApi } from './support/sign-in.ts'
import { test } from './support/test.ts'

let demo: Program & { demo: DemoFile }

test.beforeAll(async () => {
  demo = await startDemo()
})
test.afterAll(async () => {
  await demo?.stop()
})

const stopped = z.object({ code: z.literal(200) })

test('on a phone the clock is moved on by eight days in two taps: the plan is settled, and everybody still logged in', async ({
  page,
}) => {
  const [robin] = demo.demo.customers
  const token = await signInByApi(demo.url, robin)
  const plan = (member: string) => firstOf(demo.url, token, '/plan/order/list', member)
  await expect.poll(() => plan('status')).toBe('putting')
  const plan_id = await plan('plan_id')
  const response = await fetch(`${demo.url}/facebook-business/plan/order/stop`, {
    method: 'POST',
    headers: { 'x-ct': token, 'x-tz': 'UTC GMT+0', 'content-type': 'application/json' },
    body: JSON.stringify({ plan_id }),
  })
  stopped.parse(await response.json())

  await page.goto(`${demo.url}/#/login`)
  await signIn(page, robin)
  await page.goto(`${demo.url}/#/plan/detail?id=${plan_id}`)
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
  // Another wish meanwhile is refused with a message.
  const again = await fetch(`${demo.url}/facebook-business/sandbox/clock/advance`, {
    method: 'POST',
    headers: { 'x-ct': token, 'x-tz': 'UTC GMT+0', 'content-type': 'application/json' },
    body: JSON.stringify({ request_id: crypto.randomUUID(), step: 'hour' }),
  })
  expect(await again.json()).toMatchObject({ code: 405, data: { reason: 'clock_moving' } })
  await expect(sheet.getByRole('button', { name: '8 days', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-part="sandbox"]')).toContainText('8 d')
  await expect(page.getByText('Settled').first()).toBeVisible()
  await page.goto(`${demo.url}/#/wallet`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wallet')
  expect(await page.evaluate(() => localStorage.getItem('fb_token'))).not.toBeNull()
  // The session that stopped the plan was not the player's, and is still valid.
  const other = await fetch(`${demo.url}/facebook-business/user/property`, {
    headers: { 'x-ct': token, 'x-tz': 'UTC GMT+0' },
  })
  expect(await other.json()).toMatchObject({ code: 200 })
})

test('the same step can be wished again: each wish is one of its own', async ({ page }) => {
  const [, kim] = demo.demo.customers
  await page.goto(`${demo.url}/#/login`)
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
