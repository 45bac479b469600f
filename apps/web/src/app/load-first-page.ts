import { isOpen, type Page, pageAt } from '../lib/page.ts'
import { session } from '../lib/session.ts'

/**
 * Loads the page at the present address, or login where the guard will lead there, so that the first drawing is the
 * page itself. A chunk that does not come is said by the page's place, not here.
 */
export async function loadFirstPage(routes: readonly Page[]): Promise<void> {
  const [pathname = ''] = window.location.hash.slice(1).split('?')
  const wanted = pathname === '' || pathname === '/' ? null : pageAt(routes, pathname)
  const first = wanted && isOpen(wanted, session.get() !== null) ? wanted : pageAt(routes, '/login')
  await first?.load().catch(() => undefined)
}
