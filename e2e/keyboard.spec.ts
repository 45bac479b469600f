import { logout } from '@adtally/contract/identity/identity.ts'
import { expect, type Page } from '@playwright/test'
import { PRODUCTS } from '../apps/api/src/demo/seed/catalogue.ts'
import { sharedQuietDemo as demo } from './support/quiet-demo.ts'
import { Keyboard } from './support/screens/keyboard.ts'
import { quietTest as test } from './support/test.ts'

const [PRODUCT] = PRODUCTS

/** A desktop: a wide window, a keyboard, no touch. */
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 })

/** What somebody at a keyboard looks at. */
function deskOf(page: Page) {
  const [customer] = demo().demo.customers
  if (!PRODUCT) throw new Error('the demo has no product')
  return {
    page,
    customer,
    product: PRODUCT,
    keyboard: new Keyboard(page),
    main: page.locator('main'),
    withinMain: page.locator('main:focus, main :focus'),
    heading: (name: string | RegExp) => page.getByRole('heading', { name, exact: true }),
  }
}
type Desk = ReturnType<typeof deskOf>

test('the main job without a pointer: sign in, read, place, withdraw, be told, log out', async ({ page }) => {
  const desk = deskOf(page)
  await page.goto(`${demo().url}/#/login`)
  await test.step('signs in', () => signIn(desk))
  await test.step('reads the ad centre', () => readAdCentre(desk))
  await test.step('places a plan', () => placePlan(desk))
  await test.step('goes back to the ad centre and on to the wallet', () => goToWallet(desk))
  await test.step('binds a bank card', () => bindCard(desk))
  await test.step('withdraws', () => withdraw(desk))
  await test.step('reads what has happened', () => readNotifications(desk))
  await test.step('logs out', () => logOut(desk))
})

test('control: a focus that cannot be seen is found', async ({ page }) => {
  await page.goto(`${demo().url}/#/login`)
  const keyboard = new Keyboard(page)
  await keyboard.reach('textbox', 'Username')
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('button')) element.style.outline = 'none'
  })
  await expect(keyboard.reach('button', 'Log in')).rejects.toThrow('the focus can be seen')
})

async function signIn({ page, keyboard, main, customer }: Desk): Promise<void> {
  await keyboard.fill('Username', customer.username)
  await keyboard.fill('Password', customer.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/ad-center/)
  await keyboard.expectFocusOn(main)
}

async function readAdCentre({ page, keyboard }: Desk): Promise<void> {
  await keyboard.reach('tab', 'Today')
  await page.keyboard.press('End')
  await keyboard.expectFocusOn(page.getByRole('tab', { name: 'Days', selected: true }))
  await page.keyboard.press('ArrowLeft')
  await keyboard.expectFocusOn(page.getByRole('tab', { name: 'All', selected: true }))
  await keyboard.lookInto('button', /^Consumed/)
  await keyboard.lookInto('button', /^Impressions/)
  await keyboard.lookInto('button', 'Language', { back: true })
}

async function placePlan({ page, keyboard, main, heading, product }: Desk): Promise<void> {
  await keyboard.press('link', 'Place a plan')
  await keyboard.expectFocusOn(main)
  await keyboard.press('link', new RegExp(`^${product.name}`))
  await keyboard.expectFocusOn(main)
  await keyboard.press('button', 'Place a plan')
  await keyboard.expectFocusOn(heading('Place a plan'))
  await keyboard.reach('slider', 'Investment amount in the range')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('textbox', { name: 'Investment amount' })).not.toHaveValue('')
  await keyboard.press('button', '14 days', { key: 'Space' })
  await keyboard.reach('textbox', 'Investment amount', { back: true })
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('25.00')
  await keyboard.press('button', 'Choose how to pay')
  await keyboard.expectFocusOn(heading('How you pay'))
  await keyboard.reach('radio', 'No coupon')
  await keyboard.press('button', 'Review')
  await keyboard.expectFocusOn(heading('Check and place'))
  await keyboard.press('button', /^Place plan · 25\.00/)
  await keyboard.expectFocusOn(heading(/^Plan \S+ is placed$/))
  await keyboard.press('button', 'View plan')
  await keyboard.expectFocusOn(main)
  await expect(page.locator('[data-part="plan-status"]')).toBeVisible()
  await keyboard.lookInto('button', 'Ledger entries')
}

async function goToWallet({ page, keyboard, main }: Desk): Promise<void> {
  for (const before of [/#\/plan\/goods-detail/, /#\/plan$/, /#\/ad-center/]) {
    await keyboard.press('button', 'Back', { back: true })
    await expect(page).toHaveURL(before)
    await keyboard.expectFocusOn(main)
  }
  await keyboard.press('link', 'Wallet')
  await keyboard.expectFocusOn(main)
}

async function bindCard({ page, keyboard, main, heading, customer }: Desk): Promise<void> {
  await keyboard.press('button', 'Withdraw')
  await keyboard.expectFocusOn(heading('Withdraw'))
  await keyboard.press('link', /^Bank card or wallet address/)
  await keyboard.expectFocusOn(main)
  await keyboard.press('button', 'Bank card', { key: 'Space' })
  await keyboard.fill('Bank name', 'Harbour Bank')
  await keyboard.fill('Beneficiary name', 'Robin Vale')
  await keyboard.fill('Card number', '4242424242424242')
  await keyboard.lookInto('button', 'Add beneficiary')
  await page.keyboard.press('Enter')
  await keyboard.expectTrapped()
  await page.keyboard.type(customer.transaction_password)
  await keyboard.expectFocusOn(
    page.getByRole('dialog').getByRole('button', { name: 'Add beneficiary', exact: true }),
  )
  await page.keyboard.press('Enter')
  await keyboard.expectFocusOn(heading('Beneficiary added'))
  await keyboard.press('button', 'Continue')
}

async function withdraw({ page, keyboard, withinMain, heading, customer }: Desk): Promise<void> {
  await keyboard.expectFocusOn(withinMain)
  await keyboard.fill(/^Amount in/, '12.50')
  await keyboard.press('button', 'Continue')
  await keyboard.expectFocusOn(heading('Withdraw'))
  await keyboard.press('button', /^Withdraw · 12\.50/)
  await keyboard.expectTrapped()
  await page.keyboard.type(customer.transaction_password)
  await page.keyboard.press('Enter')
  await keyboard.expectFocusOn(heading('Withdrawal submitted'))
  await keyboard.press('button', 'Back to the wallet')
  await expect(page.getByRole('heading', { name: 'Withdrawals on their way' })).toBeVisible()
}

async function readNotifications({ page, keyboard, main, withinMain }: Desk): Promise<void> {
  await keyboard.press('button', /^Notifications/, { back: true })
  await keyboard.expectFocusOn(main)
  await keyboard.reach('button', /^Unread: Withdrawal W\d+ requested/)
  await keyboard.press('button', 'Mark all as read', { back: true })
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await keyboard.expectFocusOn(withinMain)
  await keyboard.press('button', /^Withdrawal W\d+ requested/)
  await expect(page).toHaveURL(/#\/wallet/)
  await keyboard.expectFocusOn(main)
}

async function logOut({ page, keyboard, main }: Desk): Promise<void> {
  await keyboard.lookInto('button', 'Log out', { back: true })
  await page.keyboard.press('Enter')
  await keyboard.expectTrapped()
  // The app does not wait for this answer, but the test's record of calls does.
  const told = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(logout.path))
  await keyboard.press('button', 'Log out')
  await (await told).finished()
  await expect(page).toHaveURL(/#\/login/)
  await keyboard.expectFocusOn(main)
}
