import { DEMO_CODE_PATH, DEMO_PEOPLE_PATH } from '@adtally/contract/demo.ts'
import { expect, type Page } from '@playwright/test'
import { Hand } from './support/offices/hand.ts'
import { sharedQuietDemo as demo } from './support/quiet-demo.ts'
import { test } from './support/test.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const openLogin = async (page: Page) => {
  await page.goto(`${demo().url}/#/login`)
  await expect(button(page, 'Someone new')).toBeVisible()
}

test('what is typed right after “Somebody new” stands in the registration [proof 424]', async ({ page }) => {
  const code = Promise.withResolvers<void>()
  await page.route(`**${DEMO_CODE_PATH}`, async (route) => {
    await code.promise
    await route.continue()
  })
  await openLogin(page)
  await button(page, 'Someone new').click()
  // While the next page loads, the one being left takes no input.
  await expect(page.getByLabel('Username')).toBeDisabled()
  code.resolve()
  await page.getByLabel('Username').fill('newcomer')
  await expect(page).toHaveURL(/#\/register/)
  await expect(page.getByLabel('Licence key')).not.toHaveValue('')
  await expect(page.getByLabel('Username')).toHaveValue('newcomer')
})

test('where a demo gives no more codes it says so, with what to do, and one of its people can be continued as [proof 575]', async ({
  page,
}) => {
  await openLogin(page)
  // Answered here, because the quiet demo's real codes are shared with other tests.
  await page.route(`**${DEMO_CODE_PATH}`, (route) =>
    route.fulfill({ status: 429, json: { reason: 'codes_used_up', codes: 100 } }),
  )
  await button(page, 'Someone new').click()
  await expect(page.getByRole('alert')).toHaveText(
    'This demo has given out all 100 of its authorization codes. Continue as one of the customers below, or restart the demo to get more.',
  )
  await button(page, 'Kim').click()
  await expect(page).toHaveURL(/#\/ad-center/)
})

test.describe('without a service worker, which would fetch the page by itself', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page that is left for the registration takes nothing in any more [proof 554]', async ({ page }) => {
    const chunk = Promise.withResolvers<void>()
    await page.route('**/assets/register-*.js', async (route) => {
      await chunk.promise
      await route.continue()
    })
    await openLogin(page)
    await page.getByRole('link', { name: 'Register', exact: true }).click()
    await expect(page).toHaveURL(/#\/register$/)
    await expect(page.locator('main')).toHaveJSProperty('inert', true)
    await expect(page.getByLabel('Username')).toBeDisabled()
    chunk.resolve()
    // Waits for the field, as somebody on a phone does.
    await page.getByLabel('Username').fill('newcomer')
    await expect(page.getByLabel('Licence key')).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue('newcomer')
    await expect(page.locator('main')).toHaveJSProperty('inert', false)
  })
})

test('of two people tapped in one tick one is continued as [proof 425]', async ({ page }) => {
  const sign_ins: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/v2/login')) sign_ins.push(request.postData() ?? '')
  })
  await openLogin(page)
  await button(page, 'Kim').evaluate((kim) => {
    for (const each of document.querySelectorAll('button')) if (each.textContent === 'Robin') each.click()
    if (kim instanceof HTMLElement) kim.click()
  })
  await expect(page).toHaveURL(/#\/ad-center/)
  expect(sign_ins).toHaveLength(1)
  expect(sign_ins[0]).toContain('robin')
})

test('a demo’s people wait for a connection and say so [proof 426]', async ({ page, context }) => {
  await openLogin(page)
  const people = page.getByRole('region', { name: 'Try it as' })
  await expect(people.getByText('back online')).toHaveCount(0)
  await context.setOffline(true)
  await expect(people.getByText('You can do this when you’re back online')).toBeVisible()
  await expect(button(page, 'Robin')).toHaveAccessibleDescription('You can do this when you’re back online')
  await context.setOffline(false)
  await button(page, 'Robin').click()
  await expect(page).toHaveURL(/#\/ad-center/)
})

test('the login page keeps no more room for a demo’s people than they take [proof 427]', async ({ page }) => {
  await openLogin(page)
  const people = page.getByRole('region', { name: 'Try it as' })
  const [room, taken] = await Promise.all([people.locator('xpath=..').boundingBox(), people.boundingBox()])
  // Half a row of buttons.
  expect((room?.height ?? 0) - (taken?.height ?? 0)).toBeLessThan(28)
})

test.describe('while a demo lives its past', () => {
  test.use({ serviceWorkers: 'block' })

  test('the login page says so once it knows, in whole, and nothing below moves [proof 832]', async ({
    page,
  }) => {
    const first = Promise.withResolvers<void>()
    let is_ready = false
    await page.route(`**${DEMO_PEOPLE_PATH}`, async (route) => {
      await first.promise
      if (is_ready) await route.continue()
      else await route.fulfill({ json: { people: [] } })
    })
    await page.goto(`${demo().url}/#/login`)
    const people = page.getByRole('region', { name: 'Try it as' })
    const sentence = people.getByText('The demo is catching up with its past.')
    const formTop = async () => (await page.getByLabel('Username').boundingBox())?.y
    await expect(people.locator('.skeleton-pulse').first()).toBeVisible()
    await expect(sentence).toHaveCount(0)
    const top = await formTop()
    first.resolve()
    await expect(sentence).toBeVisible()
    expect(await sentence.evaluate((p) => p.scrollHeight - p.clientHeight)).toBe(0)
    expect(await formTop()).toBe(top)
    is_ready = true
    await expect(button(page, 'Someone new')).toBeVisible()
    expect(await formTop()).toBe(top)
  })
})

test('from the login page: registered in 2 minutes, the first plan placed in 90 seconds and 10 taps more [proof 428]', async ({
  page,
}) => {
  const hand = new Hand()
  await openLogin(page)
  hand.begin()
  await hand.tap(button(page, 'Someone new'))
  await hand.type(page.getByLabel('Username'), `first-minutes-${Date.now()}`)
  await hand.type(page.getByRole('textbox', { name: 'Password', exact: true }), 'harbour kettle violin')
  await hand.type(page.getByRole('textbox', { name: 'Confirm password' }), 'harbour kettle violin')
  await hand.tap(button(page, 'Continue'))
  await hand.type(page.getByRole('textbox', { name: 'Email' }), `first-minutes-${Date.now()}@example.com`)
  await hand.type(page.getByRole('textbox', { name: 'Phone' }), '7400 123456')
  await hand.tap(button(page, 'Open account'))
  await expect(page).toHaveURL(/#\/ad-center/)
  expect(hand.took_ms).toBeLessThan(120_000)
  expect(hand.taps).toBeLessThanOrEqual(8)

  hand.begin()
  await hand.tap(page.getByRole('link', { name: 'Take startup funds' }))
  await hand.tap(button(page, 'Take startup funds'))
  await hand.tap(button(page, 'Place a plan'))
  await hand.tap(page.getByRole('link', { name: /^Tidepool/ }))
  await hand.tap(button(page, 'Place a plan'))
  for (const digit of ['2', '0']) await hand.tap(button(page, digit))
  await hand.tap(button(page, 'Choose how to pay'))
  await hand.tap(button(page, 'Review'))
  await hand.tap(button(page, /^Place plan · 20\.00/))
  await expect(page.getByRole('heading', { name: /^Plan \S+ is placed$/ })).toBeVisible()
  expect(hand.taps).toBeLessThanOrEqual(10)
  expect(hand.took_ms).toBeLessThan(90_000)
})
