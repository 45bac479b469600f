import * as z from 'zod/mini'
import type { Identity } from './population/identities.ts'

const REQUEST_MS_MAX = 10_000

const decision = z.object({
  fill: z.boolean(),
  reason: z.optional(z.string()),
  token: z.optional(z.string()),
  click_url: z.optional(z.string()),
  creative: z.optional(z.object({ kind: z.string(), asset_url: z.string(), headline: z.string() })),
})
const taken = z.object({ accepted: z.optional(z.number()) })
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

export type BeaconKind = 'impression' | 'viewable' | (typeof QUARTERS)[number]

export interface Shown {
  headline: string
  /** Sealed: a page can read nothing in it. */
  token: string
  is_film: boolean
  /** Whether the program took it. */
  report(kind: BeaconKind): Promise<boolean>
  click(): Promise<OpenedPage>
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
  /** Asks for an advertisement and loads its picture; answers the program's reason if there is none. */
  ask(tag: Tag): Promise<Shown | string>
  /** The same; null if there is none. */
  show(tag: Tag): Promise<Shown | null>
  /** Asks for an advertisement; true if there is none yet, but soon may be. */
  isComing(tag: Tag): Promise<boolean>
  /** Sends the page's form with the values it has. */
  sendForm(page: OpenedPage): Promise<void>
}

/** A browser of this identity. `has_read`: cached addresses, not requested again. */
export function pretendBrowser(
  identity: Identity,
  stopping: AbortSignal,
  has_read: Set<string> = new Set(),
): Browser {
  const { device, around, purpose, steered = false, sends } = identity
  const asking = fieldsOf(identity)
  const sending = fieldsOf({ ...identity, ...sends })
  const get = (url: string, init: RequestInit = {}, fields = asking) => {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(REQUEST_MS_MAX)])
    const headers = { ...fields, ...(purpose && { 'sec-purpose': purpose }), ...init.headers }
    return fetch(url, { ...init, headers, signal })
  }
  const read = async (url: string) => {
    if (has_read.has(url)) return
    await (await get(url)).arrayBuffer()
    has_read.add(url)
  }
  const decide = async ({ source, placement, page }: Tag) => {
    const asked = Object.entries({ placement, device, around }).filter((field) => field[1] !== undefined)
    const query = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))
    const url = `${new URL('./', source).href}decision?${query}`
    return z.parse(decision, await (await get(url, { headers: namedPage(page, identity) })).json())
  }
  const ask = async (tag: Tag): Promise<Shown | string> => {
    const { source, page } = tag
    await read(source)
    const base = new URL('./', source).href
    const { fill, reason = '', token, click_url, creative } = await decide(tag)
    if (!fill || token === undefined || click_url === undefined || !creative) return reason
    await read(creative.asset_url)
    return {
      headline: creative.headline,
      is_film: creative.kind === 'video',
      token,
      async click() {
        return await opened(await get(new URL(click_url, source).href, {}, sending))
      },
      async report(kind) {
        const body = JSON.stringify({ events: [{ token, kind }], steered })
        const headers = { ...namedPage(page, { ...identity, ...sends }), 'content-type': 'text/plain' }
        const response = await get(`${base}event`, { method: 'POST', body, headers }, sending)
        return z.parse(taken, await response.json()).accepted === 1
      },
    }
  }
  return {
    ask,
    open: async (url) => await opened(await get(url)),
    tagsOf,
    async isComing(tag) {
      const { fill, reason } = await decide(tag)
      return !fill && PASSING_REASONS.includes(reason)
    },
    async show(tag) {
      const shown = await ask(tag)
      return typeof shown === 'string' ? null : shown
    },
    async sendForm({ html, url }) {
      const action = /<form[^>]*\saction="([^"]+)"/.exec(html)?.[1]
      if (action === undefined) return
      await (await get(new URL(action, url).href, { method: 'POST', body: fieldsIn(html) })).text()
    },
  }
}

function fieldsOf({ user_agent, language, address }: Identity): Record<string, string> {
  return { 'user-agent': user_agent, 'accept-language': language, 'x-forwarded-for': address }
}

/** As which page a request is sent: the one that it is on, unless its sender names another or none. */
function namedPage(page: string, { origin }: Pick<Identity, 'origin'>): Record<string, string> {
  return origin === undefined
    ? { referer: page, origin: new URL(page).origin }
    : { referer: `${origin}/`, origin }
}

async function opened(response: Response): Promise<OpenedPage> {
  return { url: response.url, status: response.status, html: await response.text() }
}

function tagsOf(html: string, page: string): Tag[] {
  return [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*\sdata-placement="([^"]+)"/g)].map(
    ([, source = '', placement = '']) => ({ source: new URL(source, page).href, placement, page }),
  )
}

/** A form's fields with the values that they have. */
function fieldsIn(html: string): URLSearchParams {
  const fields = [...html.matchAll(/<input[^>]*\sname="([^"]+)"[^>]*\svalue="([^"]*)"/g)]
  return new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]))
}
