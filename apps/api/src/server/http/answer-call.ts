import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '@adtally/contract/enums.ts'
import { REASONS, type Reason } from '@adtally/contract/reasons.ts'
import { languageOf } from '../../lib/accept-language.ts'
import { networkOf } from '../../lib/addresses/client-address.ts'
import type { WireReply } from '../../lib/lane.ts'
import { inRequest } from '../../lib/request-context.ts'
import { FileReply, type RequestContext } from '../../modules/route.ts'
import type { Services } from '../../modules/services.ts'
import { beginCall, within } from '../../telemetry/tracing.ts'
import type { Metrics } from '../metrics.ts'
import type { AccessLine, AccessLog } from './access-log.ts'
import { errorAnswer, errorReply } from './envelope.ts'
import { timeZoneOf } from './headers.ts'
import type { RefusalLog } from './refusal-log.ts'

/** What answering needs, made once per server. */
export interface Answering {
  services: Services
  metrics: Metrics
  refusals: RefusalLog
  access: AccessLog
}

/** A request for a call as it came, from the router or the lane. */
export interface CallRequest {
  request_id: string
  method: string
  headers: IncomingHttpHeaders
  address: string
}

/** How one call is answered, whoever may make it. */
export interface AnsweredCall<Request extends CallRequest> {
  /** As the logs and the metrics have it. */
  name: string
  is_polled: boolean
  /** Applies limits, authenticates, and does what is asked. Throws `Refusal`. */
  run(request: Request, context: WireContext): unknown
  /** The result as a reply. Throws if it is off its contract, where that is checked. */
  replyOf(result: unknown, context: WireContext): WireReply | FileReply
  /** The error, or a fault in its place if it is off the contract, where that is checked. */
  failureOf(error: unknown): unknown
}

/** Answers requests for one call; once each, never throws. */
export type Answerer<Request extends CallRequest> = (
  request: Request,
  answer: (reply: WireReply | FileReply) => void,
) => void

/**
 * Answers one call under its request's id: runs it, wraps the result, and records the answer in metrics, trace and logs.
 * Synchronous if `run` is, because the statistics poll is measured against an empty server (PERFORMANCE).
 */
export function answererOf<Request extends CallRequest>(
  call: AnsweredCall<Request>,
  server: Answering,
): Answerer<Request> {
  const { name, is_polled } = call
  const record = server.metrics.recorder(name)
  const has_proxy = server.services.settings.proxies > 0
  const serve: Answerer<Request> = (request, answer) => {
    const started_ms = performance.now()
    const span = beginCall(name, has_proxy ? request.headers.traceparent : undefined)
    const context = new WireContext(request, server.services)
    const end = (reply: WireReply | FileReply, reason?: Reason) => {
      answer(reply)
      const status = reply instanceof FileReply ? 200 : reply.status
      if (server.access.wants(status, is_polled))
        server.access.tell(accessLine(name, request, context, reply, started_ms, reason), is_polled)
    }
    const fail = (error: unknown) => {
      const { customer_id } = context
      const failed = errorAnswer(call.failureOf(error), server.services.log, { call: name, customer_id })
      const { reason } = failed.refusal
      end(errorReply(failed, context.language), reason)
      record(REASONS[reason], started_ms)
      span?.note({ code: REASONS[reason], reason })
      span?.end(failed.status < 500 ? undefined : error)
      if (failed.status < 500) {
        server.refusals.note({ call: name, reason, network: networkOf(context.address) })
      }
    }
    const succeed = (result: unknown) => {
      try {
        end(call.replyOf(result, context))
        record(200, started_ms)
        span?.note({ code: 200 })
        span?.end()
      } catch (error) {
        fail(error)
      }
    }
    try {
      const result = within(span, () => call.run(request, context))
      if (result instanceof Promise) result.then(succeed, fail)
      else succeed(result)
    } catch (error) {
      fail(error)
    }
  }
  return (request, answer) => {
    const { request_id } = request
    inRequest({ request_id }, () => serve(request, answer))
  }
}

/** The access log's line of a call. */
function accessLine(
  call: string,
  { method, request_id }: CallRequest,
  { customer_id, staff_id, partner_person_id, address }: WireContext,
  reply: WireReply | FileReply,
  started_ms: number,
  reason: Reason | undefined,
): AccessLine {
  const is_file = reply instanceof FileReply
  return {
    method,
    call,
    status: is_file ? 200 : reply.status,
    reason,
    duration_ms: performance.now() - started_ms,
    bytes: is_file ? reply.bytes : Buffer.byteLength(reply.body),
    request_id,
    customer_id,
    staff_id,
    partner_person_id,
    network: networkOf(address),
  }
}

/** What a request says of itself, read on demand: most polls need little of it. */
export class WireContext implements RequestContext {
  readonly services: Services
  readonly address: string
  /** Set once the session is known. */
  customer_id: string | undefined
  /** The same of a call of the office. */
  staff_id: string | undefined
  /** The same of a call of partners. */
  partner_person_id: string | undefined
  readonly #headers: IncomingHttpHeaders
  #language: Language | null = null

  constructor({ headers, address }: CallRequest, services: Services) {
    this.services = services
    this.address = address
    this.#headers = headers
  }

  get language(): Language {
    return this.#language ?? languageOf(this.#headers['accept-language'])
  }

  set language(language: Language) {
    this.#language = language
  }

  get time_zone(): string {
    return timeZoneOf(single(this.#headers['x-tz']))
  }

  get if_none_match(): string | undefined {
    return this.#headers['if-none-match']
  }

  get session_token(): string | undefined {
    return single(this.#headers['x-ct'])
  }

  get user_agent(): string | undefined {
    return this.#headers['user-agent']
  }
}

/** The first of a header's values. */
export function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}
