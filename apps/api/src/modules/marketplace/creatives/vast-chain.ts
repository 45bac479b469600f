import { Refusal } from '../../../lib/refusal.ts'
import { XmlFault, XmlReader } from '../../bank/index.ts'

/** How many documents may lead on to another before the one with the film (issue of players' patience: VAST 4.2, wrappers). */
export const WRAPPERS_MAX = 5

/** A document by its two ways: the film that it has, or the address that it leads on to. */
interface VastDocument {
  film_url: string | null
  wrapped_url: string | null
}

/**
 * The address of the film that an ad server's address leads to, as a player follows it. `read` fetches a document. Throws
 * `url_redirects_too_many` for a chain in a circle or of more than five wrappers, `url_content_differs` for a document that
 * is none, or has neither a film (MP4, as a whole) nor a way on.
 */
export async function followVast(url: string, read: (url: string) => Promise<string>): Promise<string> {
  const seen = new Set<string>()
  let next = url
  for (let wrappers = 0; wrappers <= WRAPPERS_MAX; wrappers += 1) {
    if (seen.has(next)) throw new Refusal('url_redirects_too_many')
    seen.add(next)
    const { film_url, wrapped_url } = readVast(await read(withoutMacros(next)))
    if (film_url !== null) return withoutMacros(film_url)
    if (wrapped_url === null) throw new Refusal('url_content_differs')
    next = wrapped_url
  }
  throw new Refusal('url_redirects_too_many')
}

/** Nobody plays it here: what a player would fill in is unknown (`-1`). */
function withoutMacros(url: string): string {
  return url.replace(/\[[A-Z0-9_]+\]|%5B[A-Z0-9_]+%5D/g, '-1')
}

function readVast(document: string): VastDocument {
  const found: VastDocument = { film_url: null, wrapped_url: null }
  let is_vast: boolean | null = null
  let is_playable = false
  const reader = new XmlReader({
    open(name, attributes) {
      is_vast ??= name === 'VAST'
      if (name !== 'MediaFile') return
      is_playable = attributes.type === 'video/mp4' && attributes.delivery === 'progressive'
    },
    close(name, text) {
      if (name === 'VASTAdTagURI') found.wrapped_url ??= text.trim()
      else if (name === 'MediaFile' && is_playable) found.film_url ??= text.trim()
    },
  })
  try {
    reader.write(document)
    reader.end()
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    throw new Refusal('url_content_differs')
  }
  if (is_vast !== true) throw new Refusal('url_content_differs')
  return found
}
