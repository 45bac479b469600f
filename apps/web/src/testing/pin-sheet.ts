import { expect } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'

/** The sheet that asks for the transaction password. */
export const sheet = browser.getByRole('dialog', { name: 'Transaction password' })

/** Types the six digits and presses the button. */
export async function enterPin(act: string): Promise<void> {
  await expect.element(sheet).toBeVisible()
  await userEvent.keyboard('246810')
  await sheet.getByRole('button', { name: act }).click()
}
