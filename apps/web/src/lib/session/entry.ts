/** The address where a host app opens this one with a ticket (PRODUCT §7). */
const ENTRY_PATH = '/entry'

/** The address within the app: path and query of the hash. */
function presentAddress(): { path: string; search: URLSearchParams } {
  const [path = '', query = ''] = window.location.hash.slice(1).split('?')
  return { path: path.replace(/\/+$/, ''), search: new URLSearchParams(query) }
}

/** Whether a ticket is being traded, which will replace the current session. */
export function isEntryRoute(): boolean {
  return presentAddress().path === ENTRY_PATH
}

/**
 * Code 401 on an entry route: leads to the welcome page and keeps the query (SPEC §8); the refusal's opening ticket,
 * if any, replaces the used ticket (PRODUCT §7).
 */
export function leadToWelcome(opening_ticket: string | undefined): void {
  const { search } = presentAddress()
  if (opening_ticket !== undefined) {
    search.delete('ticket')
    search.set('opening_ticket', opening_ticket)
  }
  window.location.replace(`#/ad-welcome${search.size > 0 ? `?${search}` : ''}`)
}
