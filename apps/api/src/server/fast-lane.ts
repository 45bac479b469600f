import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import type { LaneRequest, LaneRoute } from '../modules/lane.ts'
import { writeReply } from './wire-reply.ts'

/** The program's HTTP server. */
export const HTTP_OPTIONS = {
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  maxHeaderSize: 16_384,
  // One timer a connection, not two changes of it a request.
  keepAliveTimeout: 0,
  timeout_ms: 60_000,
  // A request without a body has no stream that ends: a tenth of what a poll costs.
  optimizeEmptyRequests: true,
}

/** Routes that are looked for before the framework's own; anything else is the framework's. */
export class FastLane {
  readonly #routes: LaneRoute[] = []
  readonly #trust_proxy: boolean
  readonly #options: ServerOptions & { timeout_ms: number }

  /** `options` are the HTTP server's own; after `timeout_ms` without a byte either way a connection is closed. */
  constructor(trust_proxy: boolean, options: ServerOptions & { timeout_ms: number }) {
    this.#trust_proxy = trust_proxy
    this.#options = options
  }

  /** Adds a route: a handful, because each request is held against all of them. */
  add(route: LaneRoute): void {
    this.#routes.push(route)
  }

  /** Makes the framework's HTTP server with this lane before it. */
  readonly serverFactory: FastifyServerFactory = (handler) => {
    const { timeout_ms, ...options } = this.#options
    const server = createServer(options, (request, response) => {
      if (this.#take(request, response)) return
      // A body that was announced and never sent has no end that the router could wait for.
      if (request.readableEnded) delete request.headers['content-type']
      handler(request, response)
    })
    return server.setTimeout(timeout_ms)
  }

  #take(request: IncomingMessage, response: ServerResponse): boolean {
    const url = request.url ?? ''
    const route = this.#routes.find((one) => one.method === request.method && isAt(url, one.path))
    if (!route) return false
    const query = url.slice(route.path.length + 1)
    if (route.method === 'GET') {
      this.#handle(route, request, response, query, '')
      return true
    }
    if (!hasSmallText(request, route.body_bytes_max ?? 0)) return false
    whenWhole(request, (body) => this.#handle(route, request, response, query, body))
    return true
  }

  #handle(
    route: LaneRoute,
    request: IncomingMessage,
    response: ServerResponse,
    query: string,
    body: string,
  ): void {
    const { headers } = request
    const laned: LaneRequest = { headers, query, address: addressOf(request, this.#trust_proxy), body }
    route.handle(laned, (reply) => writeReply(response, reply))
  }
}

function isAt(url: string, path: string): boolean {
  return url.startsWith(path) && (url.length === path.length || url[path.length] === '?')
}

const TEXT = /^(application\/json|text\/plain)\b/

function hasSmallText({ headers }: IncomingMessage, bytes_max: number): boolean {
  const length = Number(headers['content-length'] ?? Number.NaN)
  return length <= bytes_max && TEXT.test(headers['content-type'] ?? '')
}

/**
 * Takes a body where the parser hands it over, because a stream with one reader costs a fifth of the request. A body that
 * is cut short never ends: the connection is gone, and nobody waits for an answer.
 */
function whenWhole(request: IncomingMessage, receive: (body: string) => void): void {
  const chunks: Buffer[] = []
  request.push = (chunk: Buffer | null) => {
    if (chunk !== null) return chunks.push(chunk) > 0
    const [first] = chunks
    receive(chunks.length === 1 && first ? first.toString() : Buffer.concat(chunks).toString())
    return false
  }
}

/** As the framework tells it: behind a trusted proxy the first address of those that were asked for. */
function addressOf({ headers, socket }: IncomingMessage, trust_proxy: boolean): string {
  const forwarded = trust_proxy ? headers['x-forwarded-for'] : undefined
  const first = typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : undefined
  return first || (socket.remoteAddress ?? '')
}
