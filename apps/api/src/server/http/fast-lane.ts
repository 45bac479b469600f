import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import { clientAddress } from '../../lib/addresses/client-address.ts'
import type { LaneRoute } from '../../lib/lane.ts'
import { requestIdOf } from './request-id.ts'
import { type SecurityFields, securityFields } from './security-fields.ts'
import { TurnReplies } from './turn-replies.ts'
import { writeReply } from './wire-reply.ts'

/** The program's HTTP server. */
export const HTTP_OPTIONS = {
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  maxHeaderSize: 16_384,
  // One timer per connection, instead of two changes to it per request.
  keepAliveTimeout: 0,
  timeout_ms: 60_000,
  // A request without a body gets no stream, which saves a tenth of a poll's cost.
  optimizeEmptyRequests: true,
}

type LaneOptions = ServerOptions & { timeout_ms: number }

/** Routes that are matched before the framework's; everything else goes to the framework. */
export class FastLane {
  readonly #routes: { route: LaneRoute; fields: SecurityFields }[] = []
  readonly #replies = new TurnReplies()
  readonly #proxies: number
  readonly #public_origin: string
  readonly #options: LaneOptions

  /**
   * `proxies`: how many stand in front; `public_origin`: the address that browsers use. `options` go to the HTTP
   * server; a connection is closed after `timeout_ms` without a byte either way.
   */
  constructor(proxies: number, public_origin: string, options: LaneOptions) {
    this.#proxies = proxies
    this.#public_origin = public_origin
    this.#options = options
  }

  /** Adds a route. Keep them few: each request is compared with all of them. */
  add(route: LaneRoute): void {
    const fields = securityFields(this.#public_origin, route.is_for_any_origin ? 'any' : 'own')
    this.#routes.push({ route, fields })
  }

  /** Makes the framework's HTTP server with this lane in front. */
  readonly serverFactory: FastifyServerFactory = (handler) => {
    const { timeout_ms, ...options } = this.#options
    const server = createServer(options, (request, response) => {
      // The parser may have read on after a refused request; ignore what follows.
      if (request.socket.writableEnded) return
      if (namesTwoHosts(request)) {
        server.emit('clientError', new Error('the request names two hosts'), request.socket)
        return
      }
      if (this.#take(request, response)) return
      // A body that was announced but never sent would keep the router waiting.
      if (request.readableEnded) delete request.headers['content-type']
      handler(request, response)
    })
    server.setTimeout(timeout_ms)
    const { closeIdleConnections } = server
    server.closeIdleConnections = () => {
      // When the server closes, a busy connection goes as soon as it has its answer.
      server.keepAliveTimeout = 1
      server.keepAliveTimeoutBuffer = 0
      closeIdleConnections.call(server)
    }
    return server
  }

  #take(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', headers } = request
    const found = this.#routeOf(request.method, url)
    if (!found) return false
    const { route, fields, end } = found
    const key = url.slice(route.path.length, end)
    const handle = (body: string) => {
      const request_id = requestIdOf(headers, this.#proxies)
      const address = clientAddress(headers, request.socket.remoteAddress, this.#proxies)
      route.handle({ request_id, key, headers, query: url.slice(end + 1), address, body }, (reply) =>
        this.#replies.add(() => writeReply(response, reply, fields, request_id)),
      )
    }
    if (route.method === 'GET') {
      handle('')
      return true
    }
    if (!hasSmallText(headers, route.body_bytes_max ?? 0)) return false
    whenWhole(request, handle)
    return true
  }

  #routeOf(
    method: string | undefined,
    url: string,
  ): { route: LaneRoute; fields: SecurityFields; end: number } | undefined {
    for (const { route, fields } of this.#routes) {
      const end = route.method === method ? endOfPath(url, route) : -1
      if (end >= 0) return { route, fields, end }
    }
    return undefined
  }
}

/** Node uses the first; a proxy in front may have used the other (RFC 9112 §3.2). */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

const KEY = /[\w-]{1,64}/y

/** Where the path of a URL that is the route's ends; below 0 if it is another's. */
function endOfPath(url: string, { path, has_key }: LaneRoute): number {
  if (!url.startsWith(path)) return -1
  let end = path.length
  if (has_key) {
    KEY.lastIndex = end
    if (!KEY.test(url)) return -1
    end = KEY.lastIndex
  }
  return end === url.length || url[end] === '?' ? end : -1
}

const TEXT = /^(application\/json|text\/plain)\b/

function hasSmallText(headers: IncomingHttpHeaders, bytes_max: number): boolean {
  const length = Number(headers['content-length'] ?? Number.NaN)
  return length <= bytes_max && TEXT.test(headers['content-type'] ?? '')
}

/** A body that is cut short never ends: the connection is gone, and so is the client. */
function whenWhole(request: IncomingMessage, receive: (body: string) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const [first] = chunks
    receive(chunks.length === 1 && first ? first.toString() : Buffer.concat(chunks).toString())
  })
}
