import { onlineManager } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults, smallTargets } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { query_client } from '../../lib/query-client.ts'
import { type Replies, refusal, success } from '../../testing/fake-api.ts'
import { openAsOwner } from '../../testing/open-page.ts'

const KEY = 'B'.repeat(87)
const wanted = browser.getByRole('switch', { name: 'Money and security' })
const text = (words: string | RegExp) => browser.getByText(words)

/** A fake browser: the customer's answer to its prompt, and whether its push service works. */
function fakeBrowser({
  permission = 'default' as NotificationPermission,
  answers = 'granted' as NotificationPermission,
  service = 'answers' as 'answers' | 'fails',
}) {
  const asked = { permission: 0, unsubscribed: 0 }
  const subscription = {
    endpoint: 'https://push.example/a',
    toJSON: () => ({ keys: { p256dh: KEY, auth: 'a'.repeat(22) } }),
    unsubscribe: async () => {
      asked.unsubscribed += 1
      reached = null
      return true
    },
  }
  let reached: typeof subscription | null = null
  const pushManager = {
    getSubscription: async () => reached,
    subscribe: async () => {
      if (service === 'fails') throw new DOMException('no push service', 'AbortError')
      reached = subscription
      return subscription
    },
  }
  let present = permission
  vi.stubGlobal('Notification', {
    get permission() {
      return present
    },
    requestPermission: async () => {
      asked.permission += 1
      present = answers
      return answers
    },
  })
  const worker = vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(
    Object.assign(Object.create(null), {
      ready: Promise.resolve({ pushManager }),
      getRegistration: async () => ({ pushManager }),
    }),
  )
  onTestFinished(() => {
    worker.mockRestore()
    vi.unstubAllGlobals()
  })
  return { asked, allow: (next: NotificationPermission) => (present = next) }
}

async function start(replies: Replies = {}) {
  let is_on = false
  const turn = (on: boolean) => () => {
    is_on = on
    return success({})
  }
  const sent = await openAsOwner('/customer', {
    '/user/webpush/state': () => success({ is_on, public_key: KEY }),
    '/user/webpush/on': turn(true),
    '/user/webpush/off': turn(false),
    ...replies,
  })
  return sent.bodies
}

beforeEach(() => {
  query_client.clear()
  onlineManager.setOnline(true)
})

describe('notifications on this device', () => {
  it('are off until they are wanted; only then is the browser asked; and off again by one tap [proof 530]', async () => {
    const { asked } = fakeBrowser({})
    const bodies = await start()
    await expect.element(wanted).not.toBeChecked()
    expect(asked.permission).toBe(0)
    await wanted.click()
    await expect.element(text('On until you turn it off or log out.')).toBeVisible()
    await expect.element(wanted).toBeChecked()
    expect(asked.permission).toBe(1)
    expect(bodies('/webpush/on')).toEqual([
      { endpoint: 'https://push.example/a', p256dh: KEY, auth: 'a'.repeat(22) },
    ])
    const section = document.querySelector('[role="switch"]')?.closest('section') ?? document.body
    expect(await accessibilityFaults(section)).toEqual([])
    expect(smallTargets(section)).toEqual([])
    await wanted.click()
    await expect.element(wanted).not.toBeChecked()
    await expect.poll(() => asked.unsubscribed).toBe(1)
    expect(bodies('/webpush/off')).toHaveLength(1)
  })

  it('stay off where their person says no, and can be asked for again', async () => {
    fakeBrowser({ answers: 'default' })
    const bodies = await start()
    await wanted.click()
    await expect.element(text('Your browser didn’t allow notifications. You can try again.')).toBeVisible()
    await expect.element(wanted).not.toBeChecked()
    await expect.element(wanted).toBeEnabled()
    expect(bodies('/webpush/on')).toEqual([])
  })

  it('stay off where the browser’s push service does not answer', async () => {
    fakeBrowser({ service: 'fails' })
    await start()
    await wanted.click()
    await expect.element(text(/couldn’t set up notifications/)).toBeVisible()
    await expect.element(wanted).not.toBeChecked()
  })

  it('stay off where the program refuses, and the browser is left as it was', async () => {
    const { asked } = fakeBrowser({})
    await start({
      '/user/webpush/on': refusal(405, 'We can’t send notifications to this browser', {
        reason: 'webpush_endpoint_refused',
      }),
    })
    await wanted.click()
    await expect.element(text('We can’t send notifications to this browser')).toBeVisible()
    await expect.element(wanted).not.toBeChecked()
    expect(asked.unsubscribed).toBe(1)
  })

  it('say what helps where the browser blocks them, and notice once it no longer does [proof 531]', async () => {
    const { allow } = fakeBrowser({ permission: 'denied' })
    await start()
    await expect.element(text(/^Your browser blocks notifications from/)).toBeVisible()
    await expect.element(wanted).not.toBeInTheDocument()
    allow('default')
    window.dispatchEvent(new Event('visibilitychange'))
    await expect.element(wanted).toBeVisible()
  })

  it('can’t be turned on without a connection', async () => {
    fakeBrowser({})
    await start()
    await expect.element(wanted).toBeEnabled()
    onlineManager.setOnline(false)
    await expect
      .element(text('You’re offline. You can change this once you’re connected again.'))
      .toBeVisible()
    await expect.element(wanted).toBeDisabled()
  })

  it('are not there in a browser without them; on an iPhone the home screen helps', async () => {
    vi.stubGlobal('Notification', undefined)
    Reflect.deleteProperty(window, 'Notification')
    onTestFinished(() => void vi.unstubAllGlobals())
    await start()
    await expect.element(text('This browser can’t show notifications.')).toBeVisible()
    Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'standalone'))
    window.dispatchEvent(new Event('visibilitychange'))
    await expect.element(text(/^On iPhone and iPad, add .+ to the home screen first\./)).toBeVisible()
  })
})
