import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
]
const LANGUAGES = [
  'en-GB,en;q=0.9',
  'de-DE,de;q=0.9,en;q=0.7',
  'fr-FR,fr;q=0.9',
  'ja-JP,ja;q=0.9',
  'th-TH,th;q=0.9,en;q=0.6',
]
const REQUEST_MS_MAX = 10_000

const decision = z.object({
  fill: z.boolean(),
  reason: z.optional(z.string()),
  token: z.optional(z.string()),
  click_url: z.optional(z.string()),
  creative: z.optional(z.object({ kind: z.string(), asset_url: z.string(), headline: z.string() })),
})
/** Reasons for no advertisement that soon pass: the plans' money is on its way. */
const PASSING_REASONS: readonly (string | undefined)[] = ['starting', 'budget']

/** A script line on a page. */
export interface Tag {
  source: string
  placement: string
  /** The page's address. */
  page: string
}

/** Quarters of a film, in their order. */
export const QUARTERS = ['video_25', 'video_50', 'video_75', 'video_100'] as const

export interface Shown {
  headline: string
  click_url: string
  is_film: boolean
  report(kind: 'impression' | 'viewable' | (typeof QUARTERS)[number]): Promise<void>
}

/** A page as answered, after redirects. */
export interface OpenedPage {
  url: string
  status: number
  html: string
}

/** What a visitor's browser does, over HTTP alone. */
export interface Browser {
  open(url: string): Promise<OpenedPage>
  tagsOf(html: string, page: string): Tag[]
  /** Asks for an advertisement and loads its picture; null if there is none. */
  show(tag: Tag): Promise<Shown | null>
  /** Asks for an advertisement; true if there is none yet, but soon may be. */
  isComing(tag: Tag): Promise<boolean>
  /** Sends the page's form with the values it has. */
  sendForm(page: OpenedPage): Promise<void>
}

/** A browser on a device, the same one for the same number. `has_read`: cached addresses, not requested again. */
export function pretendBrowser(
  device_number: number,
  stopping: AbortSignal,
  has_read: Set<string> = new Set(),
): Browser {
  const digest = createHash('sha256').update(`device ${device_number}`).digest()
  const device = digest.toString('base64url', 0, 24)
  const headers = {
    'user-agent': AGENTS[digest.readUInt8(30) % AGENTS.length] ?? '',
    'accept-language': LANGUAGES[digest.readUInt8(31) % LANGUAGES.length] ?? '',
  }
  const get = (url: string, init: RequestInit = {}) => {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(REQUEST_MS_MAX)])
    return fetch(url, { ...init, headers: { ...headers, ...init.headers }, signal })
  }
  const read = async (url: string) => {
    if (has_read.has(url)) return
    await (await get(url)).arrayBuffer()
    has_read.add(url)
  }
  const decide = async ({ source, placement, page }: Tag) => {
    const referrer = { referer: page, origin: new URL(page).origin }
    const query = new URLSearchParams({ placement, device })
    const url = `${new URL('./', source).href}decision?${query}`
    return z.parse(decision, await (await get(url, { headers: referrer })).json())
  }
  return {
    async open(url) {
      const response = await get(url)
      return { url: response.url, status: response.status, html: await response.text() }
    },
    tagsOf(html, page) {
      return [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*\sdata-placement="([^"]+)"/g)].map(
        ([, source = '', placement = '']) => ({ source: new URL(source, page).href, placement, page }),
      )
    },
    async isComing(tag) {
      const { fill, reason } = await decide(tag)
      return !fill && PASSING_REASONS.includes(reason)
    },
    async show(tag) {
      const { source, page } = tag
      await read(source)
      const base = new URL('./', source).href
      const referrer = { referer: page, origin: new URL(page).origin }
      const answer = await decide(tag)
      const { token, click_url, creative } = answer
      if (!answer.fill || token === undefined || click_url === undefined || !creative) return null
      await read(creative.asset_url)
      return {
        headline: creative.headline,
        is_film: creative.kind === 'video',
        click_url: new URL(click_url, source).href,
        async report(kind) {
          const body = JSON.stringify({ token, kind })
          const plain = { ...referrer, 'content-type': 'text/plain' }
          await (await get(`${base}event`, { method: 'POST', body, headers: plain })).text()
        },
      }
    },
    async sendForm({ html, url }) {
      const action = /<form[^>]*\saction="([^"]+)"/.exec(html)?.[1]
      if (action === undefined) return
      const fields = [...html.matchAll(/<input[^>]*\sname="([^"]+)"[^>]*\svalue="([^"]*)"/g)]
      const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]))
      await (await get(new URL(action, url).href, { method: 'POST', body })).text()
    },
  }
}
