import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { userInfoEdit } from '@adtally/contract/identity/identity-edit.ts'
import { withdrawList } from '@adtally/contract/money/wallet.ts'
import { planList } from '@adtally/contract/plans/plans.ts'
import { feedbackList } from '@adtally/contract/service/feedback.ts'
import { expect, type Page, type Request, test } from '@playwright/test'
import type { CustomerClient } from '../apps/api/src/demo/customer-client.ts'
import { PRODUCTS } from '../apps/api/src/demo/seed/catalogue.ts'
import { endOtherSessions, FAULTS, type FaultName, slowDown, withFault } from './support/faults.ts'
import { ownDemo } from './support/own-demo.ts'
import { NOBODY_VISITS } from './support/program.ts'
import { enterPin, signIn } from './support/screens/app-screens.ts'
import { withdrawSome } from './support/screens/sheet-setup.ts'
import { clientOf } from './support/sign-in.ts'

const FAULT_NAMES: readonly FaultName[] = [
  'no connection',
  'a broken server',
  'an answer that is no answer',
  'a lost reply',
]

const demo = ownDemo({ env: NOBODY_VISITS })
let client: CustomerClient

test.beforeAll(async () => {
  await withdrawSome(demo().url, customer())
  client = await clientOf(demo().url, customer())
})

const customer = () => demo().demo.customers[0]

/** A filled-in form of the app, with what must remain of it when sending fails. */
interface Form {
  name: string
  at: string
  /** The path of its call. */
  path: string
  fill: (page: Page) => Promise<void>
  /** Presses the button, from wherever the page is after a fault or a new sign-in. */
  send: (page: Page) => Promise<void>
  /** Leads from where a new sign-in lands, with the input kept, to the button; by default that is the same place. */
  goOn?: (page: Page) => Promise<void>
  /** Undoes what a lost reply had done, if nothing would be left to send after it. */
  takeBack?: () => Promise<unknown>
  expectKept: (page: Page, waiting?: { timeout: number }) => Promise<void>
  expectDone: (page: Page) => Promise<void>
  /** How often the server has done it. */
  count: () => Promise<number>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function sendWithdrawal(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog')
  if ((await sheet.count()) === 0) await button(page, /^Withdraw · 30\.00/).click()
  const act = sheet.getByRole('button', { name: /^Withdraw · 30\.00/ })
  await act.waitFor()
  const entered = sheet.getByRole('img', { name: /6 of 6/ })
  if ((await entered.count()) === 0) await enterPin(sheet, customer().transaction_password)
  await act.click()
}

const FORMS: readonly Form[] = [
  {
    name: 'withdrawing',
    at: '/wallet?withdraw=amount',
    path: '/user/withdraw',
    async fill(page) {
      await page.getByRole('textbox', { name: /^Amount in/ }).fill('30.00')
      await button(page, 'Continue').click()
    },
    send: sendWithdrawal,
    async expectKept(page) {
      await expect(page.getByText(/^30\.00/).first()).toBeVisible()
      await expect(page).toHaveURL(/withdraw=review$/)
    },
    expectDone: (page) => expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible(),
    count: async () => (await client.call(withdrawList, {})).items.length,
  },
  {
    name: 'placing a plan',
    at: '/plan',
    path: '/plan/order/put',
    async fill(page) {
      await page.getByRole('link', { name: PRODUCTS[0]?.name ?? '' }).click()
      await button(page, 'Place a plan').click()
      await page.getByRole('textbox', { name: 'Investment amount' }).fill('35.00')
      // The demo's customer has coupons.
      await button(page, 'Choose how to pay').click()
      await button(page, 'Review').click()
    },
    send: (page) => button(page, /^Place plan · 35\.00/).click(),
    async goOn(page) {
      await expect(page.getByRole('textbox', { name: 'Investment amount' })).toHaveValue('35.00')
      // The demo's customer has coupons.
      await button(page, 'Choose how to pay').click()
      await button(page, 'Review').click()
    },
    expectKept: (page) => expect(button(page, /^Place plan · 35\.00/)).toBeVisible(),
    expectDone: (page) => expect(page.getByRole('heading', { name: /^Plan \S+ is placed$/ })).toBeVisible(),
    count: async () => (await client.call(planList, {})).items.length,
  },
  {
    name: 'feedback',
    at: '/ad-center/feedback',
    path: '/feedback',
    async fill(page) {
      await page.getByLabel('Subject').fill('On the train')
      await page.getByRole('textbox', { name: 'Your feedback' }).fill('The tunnel takes the network away.')
    },
    send: (page) => button(page, 'Send feedback').click(),
    async expectKept(page, waiting) {
      await expect(page.getByLabel('Subject')).toHaveValue('On the train', waiting)
      await expect(page.getByRole('textbox', { name: 'Your feedback' })).toHaveValue(
        'The tunnel takes the network away.',
        waiting,
      )
    },
    expectDone: (page) => expect(page.getByText('Submitted. Thank you.')).toBeVisible(),
    count: async () => (await client.call(feedbackList, {})).items.length,
  },
  {
    name: 'editing one’s information',
    at: '/customer',
    path: '/user/info/edit',
    async fill(page) {
      await button(page, 'Edit').click()
      await page.getByRole('dialog').getByLabel('Nickname').fill('Robin of the tunnel')
    },
    send: (page) => button(page, 'Save').click(),
    takeBack: () => client.call(userInfoEdit, { nickname: 'Robin before the tunnel' }),
    expectKept: (page) =>
      expect(page.getByRole('dialog').getByLabel('Nickname')).toHaveValue('Robin of the tunnel'),
    expectDone: (page) => expect(page.getByText('Updated successfully')).toBeVisible(),
    count: async () => ((await client.call(userInfoCall, {})).nickname === 'Robin of the tunnel' ? 1 : 0),
  },
]

const underWay = (page: Page) => page.locator('main [aria-busy="true"], [role="dialog"] [aria-busy="true"]')

/** After this time a button takes a further tap for a new one (packages/ui, button.tsx). */
const DOUBLE_TAP_MS = 400

/**
 * Sends once, when the tap can't be taken for the double of an earlier one, and returns the call that it makes. Never sends
 * again: on a slow machine both taps might act, the second one after the fault is over.
 */
async function sendOnce(page: Page, form: Form): Promise<Request> {
  await expect(underWay(page)).toHaveCount(0)
  const now_ms = await page.evaluate(() => performance.now())
  await page.waitForFunction((end_ms) => performance.now() > end_ms, now_ms + DOUBLE_TAP_MS)
  const asked = page.waitForRequest((request) => request.url().endsWith(form.path))
  const [request] = await Promise.all([asked, form.send(page)])
  return request
}

for (const form of FORMS) {
  test(`${form.name}: no fault loses what was typed, blanks the screen or acts twice`, async ({ page }) => {
    await page.goto(`${demo().url}/#${form.at}`)
    await signIn(page, customer())
    const before = await form.count()
    await form.fill(page)
    for (const fault of FAULT_NAMES) {
      await test.step(fault, () =>
        withFault(page, form.path, fault, async () => {
          await (await sendOnce(page, form)).response().catch(() => null)
          await expect(underWay(page)).toHaveCount(0)
          await form.expectKept(page)
          await expect(page.locator('main')).toContainText(/\w{3}/)
        }),
      )
    }
    await form.takeBack?.()
    await test.step('the session ends meanwhile', async () => {
      await endOtherSessions(client)
      await expect(async () => {
        if (!page.url().includes('#/login')) await form.send(page)
        await expect(page).toHaveURL(/#\/login\?next=/, { timeout: 1000 })
      }).toPass()
      await signIn(page, customer())
      await form.goOn?.(page)
      await form.expectKept(page)
    })
    await test.step('three seconds a call, and pressed twice', async () => {
      const letGo = await slowDown(page, form.path)
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith(form.path)) sent.push(request.postData() ?? '')
      })
      await sendOnce(page, form)
      await page.keyboard.press('Enter')
      await form.expectKept(page)
      letGo()
      await form.expectDone(page)
      expect(sent).toHaveLength(1)
    })
    expect((await form.count()) - before).toBe(1)
  })
}

test('control: what is lost and what acts twice would be seen', async ({ page }) => {
  await page.goto(`${demo().url}/#/ad-center/feedback`)
  await signIn(page, customer())
  const [form] = FORMS.filter(({ path }) => path === '/feedback')
  if (!form) throw new Error('there is no form of feedback')
  const before = await form.count()
  for (const times of [1, 2]) {
    await form.fill(page)
    await sendOnce(page, form)
    // The last time's message may still be on screen, so wait for the empty field.
    await expect(page.getByLabel('Subject')).toHaveValue('')
    await form.expectDone(page)
    await expect.poll(form.count).toBe(before + times)
  }
  await expect(form.expectKept(page, { timeout: 1000 })).rejects.toThrow('toHaveValue')
  expect(Object.keys(FAULTS)).toEqual([...FAULT_NAMES])
})
