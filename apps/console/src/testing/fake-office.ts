import { PAGE_BUILD_HEADER } from '@adtally/contract/operator/statement/page-build.ts'
import { onTestFinished, vi } from 'vitest'
import { theDesk } from '../lib/desk.ts'

/** A reply as sent, with the build of the page that is served by then; null is a connection that is lost after the request has left. */
export type Reply = { code: number; msg: string; data: unknown; file?: Blob; build?: string } | null

/** A reply of a call that succeeded. */
export const success = (data: unknown): Reply => ({ code: 200, msg: 'success', data })
/** A refusal with its code of SPEC §8. */
export const refusal = (code: number, msg: string, data: Record<string, unknown> = {}): Reply => ({
  code,
  msg,
  data,
})
/** What a call answers whose session is over. */
export const session_over = refusal(503, 'Your session has ended', { reason: 'token_expired' })

/** A request as the page sent it. */
export interface Sent {
  method: string
  /** The last part of the path. */
  name: string
  headers: Record<string, string>
  /** Of a query, a JSON body or a form. */
  input: Record<string, unknown>
}

type Replying = Reply | ((sent: Sent) => Reply | Promise<Reply>)

function inputOf(url: URL, body: unknown): Record<string, unknown> {
  if (typeof body === 'string') return JSON.parse(body)
  const given = [...(body instanceof FormData ? body : url.searchParams)]
  const by_name = Map.groupBy(given, ([name]) => name)
  return Object.fromEntries(
    [...by_name].map(([name, all]) => [name, all.length > 1 ? all.map(([, value]) => value) : all[0]?.[1]]),
  )
}

/** Nobody is at any piece of work, where a test doesn't say who is; that the page asked it is not told. */
const NOBODY_AT_WORK = { 'list-claims': success({ items: [] }) }

/** Answers the page's requests by name until the test ends; a name that is not there is a lost connection. */
export function answerOffice(replies: Record<string, Replying>): Sent[] {
  const all: Sent[] = []
  const original = window.fetch
  const fake = vi.spyOn(window, 'fetch').mockImplementation(async (target, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers))
    // The test runner's own requests.
    if (headers[theDesk().headers.page.name] === undefined) return original(target, init)
    const url = new URL(String(target), window.location.href)
    const name = url.pathname.split('/').at(-1) ?? ''
    const sent: Sent = { method: init?.method ?? 'GET', name, headers, input: inputOf(url, init?.body) }
    const replying = replies[name] ?? new Map(Object.entries(NOBODY_AT_WORK)).get(name)
    if (name in replies || !(name in NOBODY_AT_WORK)) all.push(sent)
    const reply = typeof replying === 'function' ? await replying(sent) : replying
    if (!reply) throw new TypeError('no connection')
    const { file, build, ...envelope } = reply
    if (file) return new Response(file, { headers: { 'Content-Type': file.type } })
    return new Response(JSON.stringify(envelope), {
      headers: {
        'Content-Type': 'application/json',
        'X-Request-Id': 'request-of-the-test',
        ...(build && { [PAGE_BUILD_HEADER]: build }),
      },
    })
  })
  onTestFinished(() => fake.mockRestore())
  return all
}
