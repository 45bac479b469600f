import './app/jitless.ts'
import { webPushPayload } from '@adtally/contract/service/webpush.ts'
import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'

/** A window or tab of the app's. */
interface AppWindow {
  focus(): Promise<AppWindow>
  navigate(url: string): Promise<unknown>
}

/** A file of the build: without a revision where its name has a hash; `first` where a main task needs it. */
interface KeptFile {
  url: string
  revision: string | null
  first?: boolean
}

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

/** A worker's surroundings as far as they are used here; the DOM's types know those of pages alone. */
interface WorkerScope {
  __WB_MANIFEST: KeptFile[]
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: { type: 'window' }): Promise<AppWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'message', listen: (event: MessageEvent & LastingEvent) => void): void
  addEventListener(type: 'install' | 'activate', listen: (event: LastingEvent) => void): void
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

const files = self.__WB_MANIFEST
const addressOf = ({ url }: KeptFile) => new URL(url, location.origin).href
/** What never changes under its name, kept beside the precache: there it would all have to be there before this worker is. */
const hashed = files.filter(({ revision }) => revision === null)
const addresses = new Set(hashed.map(addressOf))
const ASSETS = 'assets'
/** Files on their way at once: whoever goes on meanwhile has the line. */
const AT_ONCE = 2

// A new version waits until the page says that it may take over.
self.addEventListener('message', (event) => {
  const type: unknown = event.data?.type
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'KEEP')
    event.waitUntil(keep(event.data.is_first_visit ? wantedFirst(event.data.loaded) : addresses))
})
// The first visit's page too, so that what it goes on to load is kept.
clientsClaim()

// The shell only: no other language, and nothing of the API is ever cached.
precacheAndRoute(files.filter(({ revision }) => revision !== null))
// A first version is in charge once what the page names is kept, so that it can be loaded again; a later one is whole.
self.addEventListener('install', (event) =>
  event.waitUntil(self.registration.active ? keep(addresses) : keepShell()),
)
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
cleanupOutdatedCaches()
registerRoute(({ url }) => addresses.has(url.href), new CacheFirst({ cacheName: ASSETS }))
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/$/] }))
registerRoute(
  ({ url }) => url.pathname.startsWith('/assets/languages/'),
  // Two languages of two versions: a chunk a namespace.
  new CacheFirst({ cacheName: 'languages', plugins: [keptAtMost(120)] }),
)

/** Keeps files that are not kept yet; what doesn't come is left to the next time, and then fails. */
async function keep(wanted: Iterable<string>): Promise<void> {
  const cache = await caches.open(ASSETS)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const missing = [...wanted].filter((address) => !kept.has(address))
  const keepOneByOne = async () => {
    for (let next = missing.shift(); next !== undefined; next = missing.shift()) await cache.add(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, keepOneByOne))
}

/** What the page has loaded, so that it can be loaded again, then what the main tasks need. */
function wantedFirst(loaded: readonly string[]): string[] {
  const own = loaded.filter((address) => addresses.has(address))
  return [...new Set([...own, ...hashed.filter(({ first }) => first).map(addressOf)])]
}

/** Keeps what the page names, which the browser has just loaded. */
async function keepShell(): Promise<void> {
  const page = await fetch('/index.html')
  const named = (await page.text()).matchAll(/"(\/assets\/[^"]+)"/g)
  await keep([...named].map(([, path = '']) => new URL(path, location.origin).href))
}

/** Gives up what an earlier version kept. */
async function forgetOthers(): Promise<void> {
  const cache = await caches.open(ASSETS)
  for (const request of await cache.keys()) if (!addresses.has(request.url)) await cache.delete(request)
}

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
