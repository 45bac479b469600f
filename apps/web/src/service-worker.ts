import './app/jitless.ts'
import { webPushPayload } from '@adtally/contract/webpush.ts'
import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'

/** A window or tab of the app's. */
interface AppWindow {
  focus(): Promise<AppWindow>
  navigate(url: string): Promise<unknown>
}

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

/** A worker's surroundings as far as they are used here; the DOM's types know those of pages alone. */
interface WorkerScope {
  __WB_MANIFEST: (PrecacheEntry | string)[]
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: { type: 'window' }): Promise<AppWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'message', listen: (event: MessageEvent) => void): void
  addEventListener(
    type: 'push',
    listen: (event: LastingEvent & { data: { json(): unknown } | null }) => void,
  ): void
  addEventListener(
    type: 'notificationclick',
    listen: (event: LastingEvent & { notification: Notification }) => void,
  ): void
}
declare const self: WorkerScope

const NOTIFICATIONS_PAGE = '/#/notification'

// A new version waits until the page says that it may take over.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
// The first visit's page too, so that what it goes on to load is kept.
clientsClaim()

// The shell only: no other language, and nothing of the API is ever cached.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/$/] }))
registerRoute(
  ({ url }) => url.pathname.startsWith('/assets/languages/'),
  // Two languages of two versions: a chunk a namespace.
  new CacheFirst({ cacheName: 'languages', plugins: [keptAtMost(120)] }),
)

/** What the plugin does, without the members that it has not: the library's own types ask for that. */
function keptAtMost(maxEntries: number) {
  const { cachedResponseWillBeUsed, cacheDidUpdate } = new ExpirationPlugin({ maxEntries })
  return {
    ...(cachedResponseWillBeUsed && { cachedResponseWillBeUsed }),
    ...(cacheDidUpdate && { cacheDidUpdate }),
  }
}

self.addEventListener('push', (event) => {
  const { message_id, language, title, content } = webPushPayload.parse(event.data?.json())
  const shown = self.registration.showNotification(title, {
    body: content,
    lang: language,
    // The same message sent twice is one notification.
    tag: message_id,
    icon: '/icon-192.png',
  })
  event.waitUntil(shown)
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotifications())
})

/** Leads to what was told: in the app's window, where there is one, else in a new one. */
async function openNotifications(): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) {
    await self.clients.openWindow(NOTIFICATIONS_PAGE)
    return
  }
  // Some windows can't be brought to the front; they lead there all the same.
  await open.focus().catch(() => open)
  await open.navigate(NOTIFICATIONS_PAGE)
}
