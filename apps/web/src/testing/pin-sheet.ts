import { expect } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { transactionPasswordDigest } from '../lib/session/transaction-password.ts'

/** The sheet that asks for the transaction password. */
export const sheet = browser.getByRole('dialog', { name: 'Transaction password' })

/** The six digits that tests type, as they are sent. */
export const PIN_DIGEST = transactionPasswordDigest('246810')

/** Types the six digits into it, and does what its button is for. */
export async function enterPin(act: string): Promise<void> {
  await expect.element(sheet).toBeVisible()
  await userEvent.keyboard('246810')
  await sheet.getByRole('button', { name: act }).click()
}
