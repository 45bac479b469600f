import { describe, expect, it, onTestFinished } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { followWindowSize } from '../../lib/device/zoom.ts'
import { stillHistory } from '../../lib/layered-history.ts'
import { success } from '../../testing/fake-api.ts'
import { sheet } from '../../testing/pin-sheet.ts'
import { buildWithdrawal } from '../../testing/wallet-replies.ts'
import {
  amount,
  confirm,
  confirmByPin,
  reachPin,
  start,
  submitted,
  tapTwice,
} from '../../testing/withdraw-page.ts'

describe('a phone on its side', () => {
  it.each([
    [844, 390],
    [667, 375],
  ])(
    'at %i × %i shows all keys of the password and the button that confirms [proof 392]',
    async (width, height) => {
      await browser.viewport(width, height)
      onTestFinished(() => browser.viewport(390, 844))
      onTestFinished(followWindowSize())
      await start()
      await reachPin()
      expect(getComputedStyle(document.documentElement).fontSize).toBe('16px')
      const keys = [...'0123456789'].map((key) => sheet.getByRole('button', { name: key, exact: true }))
      for (const key of [...keys, sheet.getByRole('button', { name: 'Erase' }), confirm]) {
        const element = key.element()
        const { left, top, right, bottom } = element.getBoundingClientRect()
        expect(top >= 0 && bottom <= height && left >= 0 && right <= width, element.textContent).toBe(true)
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        expect(element.contains(document.elementFromPoint(x, y)), element.textContent).toBe(true)
      }
      expect(
        sheet
          .getByText(/^250\.00/)
          .first()
          .element()
          .getBoundingClientRect().bottom,
      ).toBeLessThan(height)
    },
  )
})

it('after a lost answer the same withdrawal asked for anew is the same one [proof 399]', async () => {
  let broken = true
  const sent = await start({
    '/user/withdraw': () => {
      if (broken) throw new TypeError('no connection')
      return success(buildWithdrawal())
    },
  })
  await reachPin()
  await confirmByPin()
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(/We didn’t get a reply/)
  broken = false
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await stillHistory()
  window.history.back()
  await expect.element(amount).toHaveValue('250')
  await reachPin()
  await confirmByPin()
  await expect.element(submitted).toBeVisible()
  const ids = sent('/user/withdraw').map(({ body }) => Object(body).request_id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

it('who looks up something on the way finds the amount again [proof 400]', async () => {
  await start()
  await amount.fill('33')
  await browser
    .getByRole('link', { name: /Change|Bank card/ })
    .first()
    .click()
  await expect.element(amount).not.toBeInTheDocument()
  window.history.back()
  await expect.element(amount).toHaveValue('33')
})

describe('the receipt of a withdrawal', () => {
  it('takes no tap before it was seen, and leads to the wallet after [proof 393]', async () => {
    await start()
    await reachPin()
    await confirmByPin()
    await expect.element(submitted).toBeVisible()
    const back = browser.getByRole('button', { name: 'Back to the wallet' })
    tapTwice(back.element())
    await expect.element(submitted).toBeVisible()
    await back.click()
    await expect.element(submitted).not.toBeInTheDocument()
  })
})
