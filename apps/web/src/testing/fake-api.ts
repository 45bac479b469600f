import { onTestFinished, vi } from 'vitest'

/** A reply of the API, as sent. */
export interface Reply {
  code: number
  msg: string
  data: unknown
  /** The HTTP status; refusals by rule are 200. */
  status?: number
  /** Sent instead of the envelope. */
  file?: Blob
  /** Its `X-Request-Id`. */
  request_id?: string
}

/** A reply of a call that succeeded. */
export const success = (data: unknown): Reply => ({ code: 200, msg: 'success', data })
/** A refusal with its code of SPEC §8. */
export const refusal = (code: number, msg: string, data: Record<string, unknown> = {}): Reply => ({
  code,
  msg,
  data,
})

/** The last page of a list. */
export const pageOf = (...items: readonly unknown[]): Reply => success({ items, next_cursor: null })
/** A file that a call answers. */
export const fileReply = (file: Blob): Reply => ({ code: 200, msg: 'success', data: {}, file })

/** A request as the page sent it. */
export interface Sent {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
}

/** A call's reply, or what makes it of each request. */
export type Replying = Reply | ((sent: Sent) => Reply | Promise<Reply>)
/** Replies by the end of their calls' path. */
export type Replies = Record<string, Replying>

/**
 * Answers the page's requests by path until the test ends; a path that is not there fails as a lost connection does.
 * Answers what was sent, in order.
 */
export function answerApi(replies: Replies): Sent[] {
  const all: Sent[] = []
  const original = window.fetch
  const fake = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input), window.location.href)
    const path = Object.keys(replies).find((each) => url.pathname.endsWith(each))
    // The test runner's own requests.
    if (!(init?.headers && 'X-TZ' in init.headers)) return original(input, init)
    const sent: Sent = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    all.push(sent)
    const reply = path === undefined ? undefined : replies[path]
    if (!reply) throw new TypeError('no connection')
    const {
      status = 200,
      file,
      request_id,
      ...envelope
    } = await (typeof reply === 'function' ? reply(sent) : reply)
    if (file) return new Response(file, { headers: { 'Content-Type': file.type } })
    return new Response(JSON.stringify(envelope), {
      status,
      headers: {
        'Content-Type': 'application/json',
        Date: 'Sun, 01 Mar 2026 12:00:00 GMT',
        ...(request_id === undefined ? {} : { 'X-Request-Id': request_id }),
      },
    })
  })
  onTestFinished(() => fake.mockRestore())
  return all
}
