/**
 * Whether this is the app's first page in the browser's history, so that one step back would leave it. The router
 * numbers the entries it makes; an address typed into a running app has no number, and something before it.
 */
export function isFirstEntry(history: History = window.history): boolean {
  const position: unknown = Object(history.state).idx
  return typeof position === 'number' ? position === 0 : history.length <= 1
}
