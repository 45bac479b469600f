import type { Page } from '@playwright/test'
import { sheetAtRest } from './app-sheets.ts'

const SHEET_TIMEOUT_MS = 5000
const SHEET = '[role="dialog"], [role="alertdialog"]'

/**
 * Opens each sheet or dialog that a button of the page announces, calls `look` once it is still and filled, and
 * closes it; returns how many there were. Throws if one does not open or close.
 */
export async function lookIntoSheets(page: Page, look: (opener: string) => Promise<void>): Promise<number> {
  const openers = page.locator('[aria-haspopup="dialog"]:visible')
  const count = await openers.count()
  const dialog = page.locator(SHEET)
  for (let index = 0; index < count; index += 1) {
    const opener = openers.nth(index)
    const name = (await opener.textContent())?.trim() || (await opener.getAttribute('aria-label')) || ''
    await opener.click({ timeout: SHEET_TIMEOUT_MS })
    await dialog.waitFor({ timeout: SHEET_TIMEOUT_MS })
    await sheetAtRest(page, SHEET_TIMEOUT_MS)
    await look(name)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached', timeout: SHEET_TIMEOUT_MS })
  }
  return count
}
