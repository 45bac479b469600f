import '@adtally/client/jitless.ts'
import { webPushPayload } from '@adtally/contract/service/webpush.ts'
import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'

interface AppWindow {
  focus(): Promise<AppWindow>
  navigate(url: string): Promise<unknown>
}

/** A file of the build: no revision if its name has a hash; `first` if a main task needs it. */
interface KeptFile {
  url: string
  revision: string | null
  first?: boolean
}

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

/** The part of a worker's globals used here; the DOM's types only know those of pages. */
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
/** Files that never change under their name; not precached, because this worker would have to wait for them. */
const hashed = files.filter(({ revision }) => revision === null)
const addresses = new Set(hashed.map(addressOf))
const ASSETS = 'assets'
/** How many files load at once, which leaves bandwidth for the visitor. */
const AT_ONCE = 2

// A new version waits until the page lets it take over.
self.addEventListener('message', (event) => {
  const type: unknown = event.data?.type
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'KEEP')
    event.waitUntil(keep(event.data.is_first_visit ? wantedFirst(event.data.loaded) : addresses))
})
// Takes over the first visit's page too, so that what it loads is cached.
clientsClaim()

// The shell only: language files and the API are never precached.
precacheAndRoute(files.filter(({ revision }) => revision !== null))
// A first version activates once the page's own files are cached, a later one once it is complete.
self.addEventListener('install', (event) =>
  event.waitUntil(self.registration.active ? keep(addresses) : keepShell()),
)
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
cleanupOutdatedCaches()
registerRoute(({ url }) => addresses.has(url.href), new CacheFirst({ cacheName: ASSETS }))
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/$/] }))
registerRoute(
  ({ url }) => url.pathname.startsWith('/assets/languages/'),
  // Two languages of two versions: a chunk per namespace.
  new CacheFirst({ cacheName: 'languages', plugins: [keptAtMost(120)] }),
)

/** Caches missing files; a failure rejects, and the next time continues with the rest. */
async function keep(wanted: Iterable<string>): Promise<void> {
  const cache = await caches.open(ASSETS)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const missing = [...wanted].filter((address) => !kept.has(address))
  const keepOneByOne = async () => {
    for (let next = missing.shift(); next !== undefined; next = missing.shift()) await cache.add(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, keepOneByOne))
}

/** The page's loaded files, so that it can be reloaded, then those of the main tasks. */
function wantedFirst(loaded: readonly string[]): string[] {
  const own = loaded.filter((address) => addresses.has(address))
  return [...new Set([...own, ...hashed.filter(({ first }) => first).map(addressOf)])]
}

/** Caches the files that the page names, which the browser has just loaded. */
async function keepShell(): Promise<void> {
  const page = await fetch('/index.html')
  const named = (await page.text()).matchAll(/"(\/assets\/[^"]+)"/g)
  await keep([...named].map(([, path = '']) => new URL(path, location.origin).href))
}

/** Deletes an earlier version's files. */
async function forgetOthers(): Promise<void> {
  const cache = await caches.open(ASSETS)
  for (const request of await cache.keys()) if (!addresses.has(request.url)) await cache.delete(request)
}

/** Only the plugin's present members, as the library's own types require. */
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
    // A message sent twice is one notification.
    tag: message_id,
    icon: '/icon-192.png',
  })
  event.waitUntil(shown)
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotifications())
})

/** Opens the notifications in the app's window if there is one, else in a new one. */
async function openNotifications(): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) {
    await self.clients.openWindow(NOTIFICATIONS_PAGE)
    return
  }
  // Some windows can't be focused; navigate them all the same.
  await open.focus().catch(() => open)
  await open.navigate(NOTIFICATIONS_PAGE)
}
