import type { RequestOf } from '@adtally/contract/call.ts'
import type { webPushTurnOn } from '@adtally/contract/service/webpush.ts'

/** The browser's state of notifications; `subscribed`: they can be delivered. */
export type BrowserSays = 'unsupported' | 'needs_home_screen' | 'blocked' | 'unsubscribed' | 'subscribed'

/** Why turning on failed: the customer did not allow it, or the browser's push service did not answer. */
export class NotificationsUnavailable extends Error {
  readonly because: 'dismissed' | 'unanswered'

  constructor(because: 'dismissed' | 'unanswered', cause?: unknown) {
    super(`no notifications: ${because}`, { cause })
    this.name = 'NotificationsUnavailable'
    this.because = because
  }
}

/** The worker is registered once the first page is idle; after this long it will not come. */
const WORKER_WAIT_MS = 10_000

declare global {
  interface Navigator {
    /** On iPhone and iPad: whether the app was opened from the home screen, the only place where it may notify. */
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

/** Reads the browser's state without prompting. */
export async function browserSays(): Promise<BrowserSays> {
  if (!isSupported()) return navigator.standalone === false ? 'needs_home_screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = Notification.permission === 'granted' ? await presentSubscription() : null
  return subscription ? 'subscribed' : 'unsubscribed'
}

/**
 * Subscribes this browser at a new push address. `permission` is the answer to the browser's prompt, which has to be
 * shown during the tap. Throws `NotificationsUnavailable`.
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

/** Cancels this browser's push subscription; never rejects. */
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
