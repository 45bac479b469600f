import { unreadQuery } from '../components/header/notification-bell.tsx'
import { type AppPage, isOpen, pageAt } from '../lib/page.ts'
import { query_client } from '../lib/query-client.ts'
import { session } from '../lib/session/session.ts'

/**
 * Loads the page at the present address, or login where the guard will lead there, so that the first drawing is the
 * page itself, and asks for what its header shows. A chunk that does not come is said by the page's place, not here.
 */
export async function loadFirstPage(routes: readonly AppPage[]): Promise<void> {
  const [pathname = ''] = window.location.hash.slice(1).split('?')
  const isSignedIn = session.get() !== null
  const wanted = pathname === '' || pathname === '/' ? null : pageAt(routes, pathname)
  const first = wanted && isOpen(wanted, isSignedIn) ? wanted : pageAt(routes, '/login')
  // What the header shows is asked for while the page is on its way, not in the task that follows its first drawing.
  if (isSignedIn && first?.meta.showNotification !== false) void query_client.prefetchQuery(unreadQuery())
  await first?.load().catch(() => undefined)
}
