import { onlineManager } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page as browser } from 'vitest/browser'
import { followWindowSize } from '../../lib/zoom.ts'
import {
  confirm,
  enterPin,
  reachPin,
  sheet,
  start,
  submitted,
  tapTwice,
} from '../../testing/withdraw-page.ts'

beforeEach(() => onlineManager.setOnline(true))

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

describe('the receipt of a withdrawal', () => {
  it('takes no tap before it was seen, and leads to the wallet after [proof 393]', async () => {
    await start()
    await reachPin()
    await enterPin()
    await confirm.click()
    await expect.element(submitted).toBeVisible()
    const back = browser.getByRole('button', { name: 'Back to the wallet' })
    tapTwice(back.element())
    await expect.element(submitted).toBeVisible()
    await back.click()
    await expect.element(submitted).not.toBeInTheDocument()
  })
})
