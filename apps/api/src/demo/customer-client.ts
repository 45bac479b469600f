import type { Call, OutputOf, RequestOf } from '@adtally/contract/call.ts'
import * as z from 'zod/mini'

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })
/** The user agent, shown in the customers' lists of devices. */
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const refused = z.looseObject({ reason: z.optional(z.string()) })

/** A call that was answered with a refusal. */
export class CallRefused extends Error {
  readonly reason: string

  constructor(call: string, reason: string) {
    super(`${call}: ${reason}`)
    this.reason = reason
  }
}

/** Makes calls of the contract over HTTP, as the customer's app does. */
export class CustomerClient {
  readonly #base: string
  #token = ''

  constructor(url: string, base_path: string) {
    this.#base = url + base_path
  }

  /** Later calls are made in this session. */
  signedIn(token: string): void {
    this.#token = token
  }

  /** Throws `CallRefused`. */
  async call<C extends Call>(call: C, input: RequestOf<C>): Promise<OutputOf<C>> {
    const fields = Object.entries(Object(input)).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const query = call.method === 'GET' && fields.length > 0 ? `?${new URLSearchParams(fields)}` : ''
    const response = await fetch(`${this.#base}${call.path}${query}`, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        'user-agent': PHONE,
        'x-tz': 'UTC GMT+0',
        ...(this.#token && { 'x-ct': this.#token }),
      },
      ...(call.method === 'POST' && { body: JSON.stringify(input) }),
    })
    const { code, msg, data } = z.parse(envelope, await response.json())
    if (code !== 200) {
      const reason = z.safeParse(refused, data)
      throw new CallRefused(call.name, (reason.success && reason.data.reason) || msg)
    }
    return z.parse(call.response, data) as OutputOf<C>
  }
}
