import type { IncomingHttpHeaders } from 'node:http'

/** Browsers that say of a page's navigation whether a visitor's tap or key was behind it: Chromium's from 80, Firefox from 90. */
const TELLS_TAPS = /\bChrome\/(?:[89]\d|\d{3,})\.|\bFirefox\/(?:9\d|\d{3,})\./
/** Apps' own views are Chromium's, too, and an app may open what was tapped by itself. */
const VIEW_OF_APP = /;\s*wv\)/

/**
 * Whether a visitor opened a link, as far as their browser tells (Fetch Metadata, `Sec-Fetch-User`): false where a page's
 * script followed it in a browser that says of taps that they were. What a browser opens for no page (`none`: an address
 * that was typed, another app) and what does not tell is taken for a visitor's.
 */
export function isTapped(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode, 'sec-fetch-user': user } = headers
  const { 'user-agent': agent = '' } = headers
  const is_of_page = mode === 'navigate' && site !== 'none'
  return !is_of_page || user === '?1' || !TELLS_TAPS.test(agent) || VIEW_OF_APP.test(agent)
}
