import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CDPSession, expect, type Page } from '@playwright/test'
import {
  type PushService,
  startPushService,
  type TestDevice,
} from '../apps/api/src/modules/webpush/testing/push-service.ts'
import { chromiumLaunchOptions, findChromiumWithWindows, MISSING_WINDOWS } from './support/chromium.ts'
import { type DemoFile, NOBODY_VISITS, type Program, startDemo, temporaryFolder } from './support/program.ts'
import { signIn } from './support/screens/app-screens.ts'
import { quietTest as test } from './support/test.ts'

test.use({ launchOptions: chromiumLaunchOptions(findChromiumWithWindows(), MISSING_WINDOWS) })

let service: PushService
let demo: Program & { demo: DemoFile }

test.beforeAll(async () => {
  service = await startPushService('localhost')
  const data_dir = temporaryFolder()
  const certificate = join(data_dir, 'push-service.pem')
  writeFileSync(certificate, service.certificate)
  demo = await startDemo({
    data_dir,
    env: { ...NOBODY_VISITS, PUSH_SERVICES: 'this_machine', NODE_EXTRA_CA_CERTS: certificate },
  })
})
test.afterAll(async () => {
  await demo?.stop()
  await service?.stop()
})

/** Replaces the push service of Chromium's maker, which is not available here, by the test's own device. */
async function reachedBy(page: Page, device: TestDevice): Promise<void> {
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    const KEY = 'test_subscribed'
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        sessionStorage.removeItem(KEY)
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        sessionStorage.setItem(KEY, 'yes')
        return subscription
      },
      getSubscription: async () => (sessionStorage.getItem(KEY) === null ? null : subscription),
    })
  }, device.subscription)
}

/** Chromium's id of the app's worker registration. */
async function registrationOf(cdp: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  return await found
}

async function shownOn(page: Page) {
  return await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, lang }) => ({ title, body, lang }))
  })
}

/** Changes the phone number, as the app's form does. */
async function changePhone(page: Page, phone: string, login_password: string): Promise<void> {
  const change = { phone, login_password }
  const reply = await page.evaluate(async (change) => {
    const sent = await fetch('/facebook-business/user/info/edit', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-ct': localStorage.getItem('fb_token') ?? '' },
      body: JSON.stringify(change),
    })
    return await sent.text()
  }, change)
  expect(JSON.parse(reply).code).toBe(200)
}

test('a phone is notified of money and security once its customer wants it, and shows it; a tap opens the app there [proof 528]', async ({
  page,
  context,
}) => {
  const [leader] = demo.demo.customers
  const device = service.newDevice()
  await context.grantPermissions(['notifications'], { origin: demo.url })
  await reachedBy(page, device)
  const cdp = await context.newCDPSession(page)
  await page.goto(`${demo.url}/#/customer`)
  await signIn(page, leader)
  const registrationId = await registrationOf(cdp)

  const wanted = page.getByRole('switch', { name: 'Money and security' })
  await expect(wanted).not.toBeChecked()
  await changePhone(page, '+66800000001', leader.password)
  await wanted.click()
  await expect(page.getByText('On until you turn it off or log out.')).toBeVisible()
  await page.reload()
  await expect(wanted).toBeChecked()
  // Nothing from before it was turned on is sent later.
  expect(device.received).toEqual([])

  await changePhone(page, '+66800000002', leader.password)
  await expect.poll(() => device.received.length).toBe(1)
  const [received] = device.received
  // A push to a worker that is not active yet is lost.
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: demo.url,
    registrationId,
    data: JSON.stringify(received?.payload),
  })
  await expect
    .poll(() => shownOn(page))
    .toEqual([
      {
        title: 'Contact details changed',
        body: expect.stringContaining('contact customer service now'),
        lang: 'en',
      },
    ])

  await page.evaluate(() => Object.assign(window, { same_page: true }))
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(`(async () => {
    const [notification] = await self.registration.getNotifications()
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })()`)
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(page.getByText('Contact details changed').first()).toBeVisible()
  expect(await page.evaluate(() => 'same_page' in window)).toBe(true)
  expect(await shownOn(page)).toEqual([])

  await page.goto(`${demo.url}/#/customer`)
  await wanted.click()
  await expect(page.getByText('Notifications turned off')).toBeVisible()
  await expect(wanted).not.toBeChecked()
  await changePhone(page, '+66800000003', leader.password)
  await wanted.click()
  await expect(wanted).toBeChecked()
  await page.getByRole('button', { name: 'Log out', exact: true }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL(/#\/login/)
  expect(await page.evaluate(() => sessionStorage.getItem('test_subscribed'))).toBeNull()
  expect(device.received).toHaveLength(1)
})

test('a browser that was told no says what helps', async ({ page, context }) => {
  const [leader] = demo.demo.customers
  const cdp = await context.newCDPSession(page)
  const { targetInfo } = await cdp.send('Target.getTargetInfo')
  await cdp.send('Browser.setPermission', {
    ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
    origin: demo.url,
    permission: { name: 'notifications' },
    setting: 'denied',
  })
  await page.goto(`${demo.url}/#/customer`)
  await signIn(page, leader)
  await expect(page.getByText(/^Your browser blocks notifications from Adtally/)).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Money and security' })).toHaveCount(0)
})
