/** Where a host app opens this one with a ticket (PRODUCT §7). */
const ENTRY_PATH = '/entry'

/** The address within the app: path and query as the hash has them. */
function presentAddress(): { path: string; search: URLSearchParams } {
  const [path = '', query = ''] = window.location.hash.slice(1).split('?')
  return { path: path.replace(/\/+$/, ''), search: new URLSearchParams(query) }
}

/** Whether a ticket is being traded: whoever was signed in before is about to be replaced. */
export function isEntryRoute(): boolean {
  return presentAddress().path === ENTRY_PATH
}

/**
 * Code 401 on an entry route: on to the welcome page, keeping the query (SPEC §8); the opening ticket, where the
 * refusal brought one, replaces the ticket that is used up (PRODUCT §7).
 */
export function leadToWelcome(opening_ticket: string | undefined): void {
  const { search } = presentAddress()
  if (opening_ticket !== undefined) {
    search.delete('ticket')
    search.set('opening_ticket', opening_ticket)
  }
  window.location.replace(`#/ad-welcome${search.size > 0 ? `?${search}` : ''}`)
}
