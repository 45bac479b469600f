import type { CompleteLanguage } from '@adtally/i18n/languages.ts'
import { expect } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { routes } from '../app/routes.ts'
import { answerApi, type Reply, type Sent } from './fake-api.ts'
import { sheet } from './pin-sheet.ts'
import { buildUser, startApp } from './start-app.tsx'
import { walletReplies } from './wallet-replies.ts'

/** A customer with a transaction password. */
export const owner = buildUser({ transaction_password_set: true })
/** The amount’s field. */
export const amount = browser.getByRole('textbox', { name: 'Amount in USD' })
/** Leads from the amount to its review. */
export const goOn = browser.getByRole('button', { name: 'Continue' })
/** Leads from the review to the password. */
export const withdraw = browser.getByRole('button', { name: /^Withdraw · 250\.00/ })
/** The button that withdraws. */
export const confirm = sheet.getByRole('button', { name: /^Withdraw · 250\.00/ })
export const submitted = browser.getByRole('heading', { name: 'Withdrawal submitted' })

/** Opens withdrawing with these replies; returns a function that lists what was sent to a path. */
export async function start(
  replies: Record<string, Reply | ((sent: Sent) => Reply)> = {},
  user = owner,
  language: CompleteLanguage = 'en',
) {
  const sent = answerApi({ ...walletReplies(), ...replies })
  await startApp({ routes, at: '/wallet?withdraw=amount', user, language })
  return (path: string) => sent.filter((each) => each.path.endsWith(path))
}

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

/** Two taps in the same tick. */
export function tapTwice(element: Element) {
  if (!(element instanceof HTMLElement)) throw new Error('nothing to tap')
  element.click()
  element.click()
}
