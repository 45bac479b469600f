import { expect } from '@playwright/test'
import { ownDemo } from './support/own-demo.ts'
import { NOBODY_VISITS } from './support/program.ts'
import { figure, signIn } from './support/screens/app-screens.ts'
import { quietTest as test } from './support/test.ts'

/** From the wallet to a credited simulated transfer. */
const TAPS_MAX = 5

const demo = ownDemo({ env: NOBODY_VISITS })

test('a deposit is simulated and credited in five taps at most, and stands at the sandbox’s bank [proof 659]', async ({
  page,
}) => {
  const customer = demo().demo.customers[1]
  await page.goto(`${demo().url}/`)
  await signIn(page, customer)
  await page.goto(`${demo().url}/#/wallet`)
  const available = figure(page, 'Total assets')
  const before = (await available.textContent()) ?? ''
  let taps = 0
  const tap = async (name: string) => {
    taps += 1
    await page.getByRole('button', { name, exact: true }).click()
  }
  await tap('Deposit')
  await tap('Request deposit details')
  await tap('250.00 USD')
  await tap('Simulate the transfer · 250.00 USD')
  await expect(page.getByText('250.00 USD is on its way')).toBeVisible()
  expect(taps).toBeLessThanOrEqual(TAPS_MAX)
  await page.goto(`${demo().url}/#/wallet`)
  await expect(available).not.toHaveText(before)
  await page.goto(demo().demo.bank_page)
  await expect(page.getByText('SANDBOX', { exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: /PLAYER-/ }).first()).toBeVisible()
})

test('on a phone the sandbox’s bank breaks no word, and nothing lies beside the screen [proof 543]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const linesOf = (text: string) =>
    page
      .getByText(text, { exact: true })
      .first()
      .evaluate((element) =>
        Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
      )
  for (const path of ['', 'accounts/SANDBOX-0001']) {
    await page.goto(demo().demo.bank_page + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    expect(await linesOf('SANDBOX')).toBe(1)
    const broken = await page
      .locator('td a, td.n')
      .evaluateAll((cells) =>
        cells
          .filter(
            (each) =>
              each.getClientRects().length > 1 ||
              (each.scrollWidth > each.clientWidth + 1 && each.tagName === 'TD'),
          )
          .map((each) => each.textContent),
      )
    expect(broken).toEqual([])
  }
})
