import { expect } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import type { Replies } from './fake-api.ts'
import { openAsOwner } from './open-page.ts'
import { sheet } from './pin-sheet.ts'
import type { StartOptions } from './start-app.tsx'

/** The amount’s field. */
export const amount = browser.getByRole('textbox', { name: 'Amount in USD' })
/** Leads from the amount to its review. */
export const goOn = browser.getByRole('button', { name: 'Continue' })
/** Leads from the review to the password. */
export const withdraw = browser.getByRole('button', { name: /^Withdraw · 250\.00/ })
/** The button that withdraws. */
export const confirm = sheet.getByRole('button', { name: /^Withdraw · 250\.00/ })
export const submitted = browser.getByRole('heading', { name: 'Withdrawal submitted' })

/** Opens withdrawing, with what its calls answer; answers what was sent to a path. */
export const start = (replies: Replies = {}, options: Partial<StartOptions> = {}) =>
  openAsOwner('/wallet?withdraw=amount', replies, options)

/** Goes on to the password. */
export async function reachPin() {
  await amount.fill('250')
  await goOn.click()
  await withdraw.click()
  await expect.element(sheet).toBeVisible()
}

/** Types the six digits on a keyboard. */
export async function enterPin() {
  await userEvent.keyboard('246810')
  await expect.element(sheet.getByRole('img', { name: /6 of 6 digits/ })).toBeInTheDocument()
}

/** The digits, and the button that withdraws. */
export async function confirmByPin() {
  await enterPin()
  await confirm.click()
}

/** From the review to the end. */
export async function withdrawByPin() {
  await withdraw.click()
  await expect.element(sheet).toBeVisible()
  await confirmByPin()
}

/** Two taps with nothing between them. */
export function tapTwice(element: Element) {
  if (!(element instanceof HTMLElement)) throw new Error('nothing to tap')
  element.click()
  element.click()
}
