import type { Reason } from '@adtally/contract/reasons.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { clientAddress, networkOf } from '../../lib/addresses/client-address.ts'
import type { LaneRoute } from '../../lib/lane.ts'

/** Of frequent successful requests one line in so many is logged: enough to see who asks and how long it takes. */
const SAMPLED_OF = 1_000
/** Paths of decisions, events, clicks, pixels and auctions, on the lane or not. */
const OF_ADVERTISEMENTS = ['/delivery/v1/', '/openrtb2/']

/** What is logged of a request; of its content, only the method. */
export interface AccessLine {
  method: string
  /** A call's name or a route's pattern; never the path, which may hold ids. */
  call: string
  status: number
  reason?: Reason | undefined
  duration_ms: number
  /** Bytes of the reply's body, if known. */
  bytes?: number | undefined
  request_id: string
  customer_id?: string | undefined
  staff_id?: string | undefined
  partner_person_id?: string | undefined
  network: string
}

/** Writes one line per request, if turned on. */
export class AccessLog {
  readonly #log: Logger
  readonly #is_on: boolean
  readonly #told = new WeakSet<FastifyRequest>()
  #frequent = 0

  constructor(log: Logger, is_on: boolean) {
    this.#log = log
    this.#is_on = is_on
  }

  /** Whether to log a request: all failures, one in a thousand frequent ones. Counts, so ask once per request. */
  wants(status: number, is_frequent: boolean): boolean {
    if (!this.#is_on) return false
    if (!is_frequent || status >= 500) return true
    this.#frequent += 1
    return this.#frequent % SAMPLED_OF === 1
  }

  /** Writes the line of a request that `wants` accepted. */
  tell(line: AccessLine, is_frequent: boolean): void {
    const duration_ms = Math.round(line.duration_ms * 1000) / 1000
    this.#log.info(
      { ...line, duration_ms, ...(is_frequent && { sampled_of: SAMPLED_OF }) },
      'a request was answered',
    )
  }

  /** Marks a request that its call logs itself, so that `tellRouted` skips it. */
  leaveToCall(request: FastifyRequest): void {
    if (this.#is_on) this.#told.add(request)
  }

  /** Logs a routed request that no call logs itself, once its reply has left. */
  tellRouted(request: FastifyRequest, reply: FastifyReply, proxies: number): void {
    const call = request.routeOptions.url ?? 'none'
    const is_frequent = OF_ADVERTISEMENTS.some((path) => call.startsWith(path))
    if (this.#told.has(request) || !this.wants(reply.statusCode, is_frequent)) return
    const bytes = Number(reply.getHeader('content-length') ?? Number.NaN)
    const line: AccessLine = {
      method: request.method,
      call,
      status: reply.statusCode,
      duration_ms: reply.elapsedTime,
      bytes: Number.isFinite(bytes) ? bytes : undefined,
      request_id: request.id,
      network: networkOf(clientAddress(request.headers, request.ip, proxies)),
    }
    this.tell(line, is_frequent)
  }

  /** A module's route on the lane, logged as frequent. */
  told(route: LaneRoute): LaneRoute {
    if (!this.#is_on) return route
    return {
      ...route,
      handle: (request, answer) => {
        const started_ms = performance.now()
        route.handle(request, (reply) => {
          answer(reply)
          if (!this.wants(reply.status, true)) return
          const { method, path: call } = route
          const { request_id, address } = request
          const bytes = Buffer.byteLength(reply.body)
          const duration_ms = performance.now() - started_ms
          const network = networkOf(address)
          this.tell({ method, call, status: reply.status, duration_ms, bytes, request_id, network }, true)
        })
      },
    }
  }
}
