import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'

const REQUEST_TIMEOUT_MS = 10_000
const RETRY_MS = 20

const reply = z.object({
  code: z.number(),
  data: z.looseObject({ plan_id: z.optional(z.string()), reason: z.optional(z.string()) }),
})

/** An operation whose reply arrived; it must not be lost from then on. */
export interface Acknowledged {
  customer_id: string
  request_id: string
  plan_id: string
}

/** Who places plans of which product. */
export interface Placer {
  customer_id: string
  token: string
}

/** Clients that each place one plan after another, repeating a request until it is answered. */
export class KillLoad {
  /** Kept here, outside the killed processes. */
  readonly acknowledged: Acknowledged[] = []
  /** Answers that are neither success nor a passing fault. */
  readonly wrong: string[] = []
  /** Changes when the program restarts on another port. */
  url: string
  #in_flight = 0
  #stopped = false
  readonly #clients: Promise<void>[]

  constructor(url: string, product_id: string, placers: readonly Placer[], clients_count: number) {
    this.url = url
    this.#clients = Array.from({ length: clients_count }, (_, index) => {
      const placer = placers[index % placers.length]
      if (!placer) throw new RangeError('a load needs a placer')
      return this.#place(placer, product_id)
    })
  }

  /** How many requests are waiting for an answer. */
  get in_flight(): number {
    return this.#in_flight
  }

  /** Lets every client finish its current request. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#clients)
  }

  async #place(placer: Placer, product_id: string): Promise<void> {
    while (!this.#stopped) {
      const request_id = randomUUID()
      const plan_id = await this.#untilAnswered(placer, product_id, request_id)
      if (plan_id !== null) this.acknowledged.push({ customer_id: placer.customer_id, request_id, plan_id })
    }
  }

  async #untilAnswered(placer: Placer, product_id: string, request_id: string): Promise<string | null> {
    for (;;) {
      const answer = await this.#send(placer, product_id, request_id)
      if (answer === 'again') await wait(RETRY_MS)
      else return answer
    }
  }

  async #send(placer: Placer, product_id: string, request_id: string): Promise<string | null | 'again'> {
    this.#in_flight += 1
    try {
      const response = await fetch(`${this.url}/facebook-business/plan/order/put`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-ct': placer.token },
        body: JSON.stringify({ request_id, product_id, amount: '10.00' }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      const { code, data } = reply.parse(await response.json())
      if (code === 200 && data.plan_id !== undefined) return data.plan_id
      // Not ready yet, or the database is coming back: refused before anything was done.
      if (response.status === 503 || code === 500) return 'again'
      this.wrong.push(`${code} ${data.reason ?? ''}`)
      return null
    } catch {
      return 'again'
    } finally {
      this.#in_flight -= 1
    }
  }
}
