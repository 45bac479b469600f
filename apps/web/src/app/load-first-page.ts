import { unreadQuery } from '../components/header/notification-bell.tsx'
import { type AppPage, isOpen, pageAt } from '../lib/page.ts'
import { query_client } from '../lib/query-client.ts'
import { session } from '../lib/session/session.ts'

/**
 * Loads the page at the current address (or login, if the guard will lead there), so that the first render shows the
 * page itself, and requests what its header shows. A chunk that fails to load is reported in the page's place.
 */
export async function loadFirstPage(routes: readonly AppPage[]): Promise<void> {
  const [pathname = ''] = window.location.hash.slice(1).split('?')
  const isSignedIn = session.get() !== null
  const wanted = pathname === '' || pathname === '/' ? null : pageAt(routes, pathname)
  const first = wanted && isOpen(wanted, isSignedIn) ? wanted : pageAt(routes, '/login')
  // Requested while the page loads, not in the task after its first render.
  if (isSignedIn && first?.meta.showNotification !== false) void query_client.prefetchQuery(unreadQuery())
  await first?.load().catch(() => undefined)
}
