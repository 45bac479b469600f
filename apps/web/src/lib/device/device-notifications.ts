import type { RequestOf } from '@adtally/contract/call.ts'
import type { webPushTurnOn } from '@adtally/contract/service/webpush.ts'

/** What this browser says of notifications; `subscribed`: it can be reached. */
export type BrowserSays = 'unsupported' | 'needs_home_screen' | 'blocked' | 'unsubscribed' | 'subscribed'

/** Why nothing was turned on: its person did not allow it, or the browser's push service did not answer. */
export class NotificationsUnavailable extends Error {
  readonly because: 'dismissed' | 'unanswered'

  constructor(because: 'dismissed' | 'unanswered', cause?: unknown) {
    super(`no notifications: ${because}`, { cause })
    this.name = 'NotificationsUnavailable'
    this.because = because
  }
}

/** The worker that shows them is registered once the first page rests; later than this it is not coming. */
const WORKER_WAIT_MS = 10_000

declare global {
  interface Navigator {
    /** On iPhone and iPad: whether the app was opened from the home screen, where alone it may notify. */
    readonly standalone?: boolean
  }
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function presentSubscription(): Promise<PushSubscription | null> {
  if (!isSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Asks the browser, without asking its person anything. */
export async function browserSays(): Promise<BrowserSays> {
  if (!isSupported()) return navigator.standalone === false ? 'needs_home_screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = Notification.permission === 'granted' ? await presentSubscription() : null
  return subscription ? 'subscribed' : 'unsubscribed'
}

/**
 * Where this browser is reached from now on, at an address that nobody had before. `permission` is the answer to the browser's own
 * question, which has to be put while the tap lasts. Throws `NotificationsUnavailable`.
 */
export async function subscribe(
  permission: Promise<NotificationPermission>,
  public_key: string,
): Promise<RequestOf<typeof webPushTurnOn>> {
  if ((await permission) !== 'granted') throw new NotificationsUnavailable('dismissed')
  try {
    const { pushManager } = await workerRegistration()
    const earlier = await pushManager.getSubscription()
    await earlier?.unsubscribe()
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
    const { keys } = made.toJSON()
    return { endpoint: made.endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  } catch (error) {
    throw new NotificationsUnavailable('unanswered', error)
  }
}

/** Lets this browser be reached no longer, whatever anybody still knows of it; never rejects. */
export async function unsubscribe(): Promise<void> {
  const subscription = await presentSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
}

async function workerRegistration(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error('the browser has no service worker')), WORKER_WAIT_MS),
  )
  return await Promise.race([navigator.serviceWorker.ready, late])
}
