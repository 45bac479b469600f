import type { Locator, Page } from '@playwright/test'
import { drawPoster } from '../../../apps/api/src/demo/seed/artwork/posters.ts'
import { PRODUCT } from '../market.ts'
import { enterPin } from './app-screens.ts'
import { ANNOUNCED } from './sheet-setup.ts'

/** The demo's first customer has plans and a wallet in use, the last one follows and exchanges. */
type Viewer = 'first' | 'last'

/** A sheet or dialog of the app, and how to open it from an address. */
export interface AppSheet {
  viewer: Viewer
  /** The route's address; `plan` is the address of the viewer's first plan. */
  at: `/${string}` | 'plan'
  name: string
  open: (page: Page) => Promise<void>
}

const SECOND_FACTOR = '/wallet/set-password?mode=second-factor'

type Target = string | RegExp | ((page: Page) => Locator)

/** A sheet that these buttons open, pressed one after another. */
function behind(viewer: Viewer, at: AppSheet['at'], name: string, ...buttons: Target[]): AppSheet {
  const open = async (page: Page) => {
    for (const button of buttons) {
      const target = typeof button === 'function' ? button(page) : buttonOf(page, button)
      await target.first().click()
    }
  }
  return { viewer, at, name, open }
}

function buttonOf(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true })
}

const inList = (label: string) => (page: Page) => page.getByRole('list', { name: label }).getByRole('button')
const whyOf = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Why this entry exists' })
const onItsWay = (page: Page) =>
  page.getByRole('region', { name: 'Withdrawals on their way' }).getByRole('button')

/** The transaction password's sheet over a withdrawal's last step, with one digit entered. */
async function withdrawalPin(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^Amount in/ }).fill('15.00')
  await buttonOf(page, 'Continue').click()
  await buttonOf(page, /^Withdraw · /).click()
  await enterPin(page.getByRole('dialog'), '1')
}

/** The same over a change of the beneficiary. */
async function bindingPin(page: Page): Promise<void> {
  await buttonOf(page, 'Change beneficiary').click()
  await buttonOf(page, 'Bank card').click()
  await page.getByLabel('Bank name').fill('Harbour Bank')
  await page.getByLabel('Beneficiary name').fill('Robin Vale')
  await page.getByLabel('Card number').fill('4242424242424242')
  await buttonOf(page, 'Change beneficiary').click()
}

/** Opens a leader's record, as before following. */
async function leader(page: Page): Promise<void> {
  const who = await page.getByRole('region', { name: 'You follow' }).textContent()
  const operated_id = /\d{8}/.exec(who ?? '')?.[0] ?? ''
  await buttonOf(page, 'Stop following').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop following' }).click()
  await page.getByRole('textbox', { name: 'Operated ID' }).fill(operated_id)
  await buttonOf(page, 'See their results').click()
}

/** The dialog of a disabled account (SPEC §8), from a faked answer about the wallet. */
async function disabledAccount(page: Page): Promise<void> {
  const refusal = { code: 403, msg: 'Account disabled', data: { reason: 'account_disabled', lang: 'en' } }
  await page.route('**/user/property', (route) => route.fulfill({ json: refusal }))
  await page.reload()
  await page.getByRole('alertdialog').waitFor()
  await page.unroute('**/user/property')
}

/** Stopping or cancelling a plan that all three kinds of money paid, from a faked answer about it. */
function promoted(act: 'Stop' | 'Cancel plan') {
  return async (page: Page) => {
    await page.route('**/plan/order/detail', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      const funding = { cash: '90.00', discount: '10.00', startup: '20.00' }
      const can = { ...answer.data.can, cancel: true }
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, funding, can } } })
    })
    await page.reload()
    await buttonOf(page, act).click()
    await page.getByRole('alertdialog').waitFor()
    await page.unroute('**/plan/order/detail')
  }
}

/** An entry's cause, which these buttons of its sheet open. */
function cause(at: AppSheet['at'], name: string, ...buttons: Target[]): AppSheet {
  const sheet = behind('first', at, name, ...buttons, whyOf)
  const open = async (page: Page) => {
    await sheet.open(page)
    const told = page.getByRole('region', { name: 'Why this entry exists' })
    await told.getByText(/^Why this entry exists/).waitFor()
  }
  return { ...sheet, open }
}

/** The transaction password's sheet over an exchange order's. */
async function exchangePin(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Transaction records' }).getByRole('button').first().click()
  await buttonOf(page, /^Confirm · /).click()
  await page.getByRole('dialog', { name: 'Transaction password' }).waitFor()
}

/** Opens a month of VIP, then the question before cancelling it. */
async function vipCancelled(page: Page): Promise<void> {
  await buttonOf(page, /^Open VIP/).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Open VIP/ })
    .click()
  await buttonOf(page, 'Cancel VIP').click()
  await page.getByRole('alertdialog').waitFor()
}

/** Opens an image that was sent. */
async function sentImage(page: Page): Promise<void> {
  const buffer = await drawPoster(PRODUCT.poster, 320, 100)
  await page.getByLabel('Choose images').setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer })
  await buttonOf(page, 'Send').click()
  await page.getByText('Sent', { exact: true }).last().waitFor()
  await buttonOf(page, /^Image 1 of/)
    .last()
    .click()
}

/** Every sheet and dialog of the app's screens; the last ones change data that the earlier ones need. */
export const APP_SHEETS: readonly AppSheet[] = [
  behind('first', '/ad-center', 'a figure of money', /^Consumed/),
  behind('first', '/ad-center', 'a count', /^Impressions/),
  behind('first', '/ad-center', 'language', 'Language'),
  behind('first', '/ad-center', 'logging out', 'Log out'),
  behind('first', '/wallet', 'a wallet figure', /^Available funds/),
  behind('first', '/wallet', 'month', 'All months'),
  behind('first', '/wallet', 'type', 'All types'),
  behind('first', '/wallet', 'amount and days', 'Amount and days'),
  behind('first', '/wallet', 'statement', 'Monthly statement'),
  behind('first', '/wallet', 'a line of the fund flow', inList('Fund details')),
  cause('/wallet', 'cause of an entry of a line', inList('Fund details')),
  behind('first', '/wallet', 'holds so far', (page) => page.getByRole('link', { name: /^Holds so far/ })),
  behind('first', '/wallet', 'appealing against a hold', 'Appeal'),
  behind('first', SECOND_FACTOR, 'password of a second factor', 'Set up an authenticator app'),
  behind('first', '/customer/archive', 'password of an archive', 'Save archive'),
  behind('first', '/ad-center/activities', 'returning startup funds', /^Return /),
  behind('first', '/ad-center/level', 'a month of VIP', /^Open VIP/),
  behind('first', '/wallet', 'a withdrawal', onItsWay),
  behind('first', '/wallet', 'taking a withdrawal back', onItsWay, 'Cancel withdrawal'),
  { viewer: 'first', at: '/wallet?withdraw=amount', name: 'password of a withdrawal', open: withdrawalPin },
  { viewer: 'first', at: '/wallet/bind-card', name: 'password of a beneficiary', open: bindingPin },
  behind('first', '/plan?tab=mine', 'order of plans', (page) =>
    page.locator('main [aria-haspopup="dialog"]'),
  ),
  behind('first', 'plan', 'conversions', (page) =>
    page.locator('main li').getByRole('button', { name: /^Conversions/ }),
  ),
  behind('first', 'plan', 'invalid traffic', (page) =>
    page.locator('main li').getByRole('button', { name: /^Invalid traffic/ }),
  ),
  behind('first', 'plan', 'corrections', 'Corrections'),
  behind('first', 'plan', 'ledger entries', 'Ledger entries'),
  cause('plan', 'cause of an entry', 'Ledger entries'),
  behind('first', 'plan', 'pausing', 'Pause'),
  behind('first', 'plan', 'stopping', 'Stop'),
  { viewer: 'first', at: 'plan', name: 'stopping a promoted plan', open: promoted('Stop') },
  { viewer: 'first', at: 'plan', name: 'cancelling a promoted plan', open: promoted('Cancel plan') },
  behind('first', '/notification', 'a notification', (page) =>
    page.getByRole('button').filter({ hasText: ANNOUNCED }),
  ),
  { viewer: 'first', at: '/customer', name: 'an image', open: sentImage },
  behind('first', '/customer', 'editing', 'Edit'),
  behind('first', '/customer', 'level', /^Shop level/),
  behind('first', '/customer', 'credit score', /^Credit score/),
  behind('first', '/customer', 'signing a device out', /^Log out /),
  { viewer: 'first', at: '/wallet', name: 'a disabled account', open: disabledAccount },
  behind('last', '/wallet/foreign-exchange', 'an exchange order', inList('Transaction records')),
  { viewer: 'last', at: '/wallet/foreign-exchange', name: 'password of an exchange', open: exchangePin },
  behind('last', '/ad-center/operated', 'following no more', 'Stop following'),
  { viewer: 'last', at: '/ad-center/operated', name: 'record of a leader', open: leader },
  { viewer: 'first', at: '/ad-center/level', name: 'cancelling VIP early', open: vipCancelled },
]

/** Resolves once the opened sheet or dialog is still and filled; a list may have more pages. */
export async function sheetAtRest(page: Page, timeout?: number): Promise<void> {
  const isAtRest = () => {
    const opened = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')]
    const isMoving = (element: Element) =>
      element.getAnimations().some(({ playState }) => playState === 'running')
    const isFilled = (element: Element) =>
      element.querySelector('li') !== null ||
      element.querySelector('.skeleton-pulse, [aria-busy="true"]') === null
    return opened.length > 0 && opened.every((element) => isFilled(element) && !isMoving(element))
  }
  await page.waitForFunction(isAtRest, null, timeout === undefined ? {} : { timeout })
}
