import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyServerFactory } from 'fastify'
import { clientAddress } from '../modules/client-address.ts'
import type { LaneRoute, WireReply } from '../modules/lane.ts'
import { LaneConnection, type LaneHost, type LaneTimeouts } from './lane-connection.ts'
import { LentStream } from './lent-stream.ts'
import type { PlainRequest } from './plain-request.ts'
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

type LaneOptions = ServerOptions & { timeout_ms: number }

/** Routes that are looked for before the framework's own; anything else is the framework's. */
export class FastLane {
  readonly #routes: LaneRoute[] = []
  readonly #proxies: number
  readonly #options: LaneOptions

  /**
   * Behind so many `proxies`. `options` are the HTTP server's own; after `timeout_ms` without a byte either way a
   * connection is closed, before its first request after `headersTimeout`.
   */
  constructor(proxies: number, options: LaneOptions) {
    this.#proxies = proxies
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
      const { socket } = request
      if (socket instanceof LentStream) response.once('finish', () => socket.giveBack())
      else if (this.#takeParsed(request, response)) return
      // A body that was announced and never sent has no end that the router could wait for.
      if (request.readableEnded) delete request.headers['content-type']
      handler(request, response)
    })
    server.setTimeout(timeout_ms)
    const timeouts = { silent_ms: options.headersTimeout ?? timeout_ms, idle_ms: timeout_ms }
    return withLaneConnections(server, timeouts, (request, address, answer) =>
      this.#takePlain(request, address, answer),
    )
  }

  #takePlain(request: PlainRequest, address: string, answer: (reply: WireReply) => void): boolean {
    const { method, url, headers, body } = request
    const route = this.#routeOf(method, url)
    if (!route || (route.method === 'POST' && !hasSmallText(headers, route.body_bytes_max ?? 0))) return false
    route.handle(
      { headers, query: queryOf(url, route), address: clientAddress(headers, address, this.#proxies), body },
      answer,
    )
    return true
  }

  /** Requests that the HTTP server has parsed, of connections that were given over to it. */
  #takeParsed(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', headers } = request
    const route = this.#routeOf(request.method, url)
    if (!route) return false
    const handle = (body: string) => {
      const address = clientAddress(headers, request.socket.remoteAddress ?? '', this.#proxies)
      route.handle({ headers, query: queryOf(url, route), address, body }, (reply) =>
        writeReply(response, reply),
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

  #routeOf(method: string | undefined, url: string): LaneRoute | undefined {
    return this.#routes.find((one) => one.method === method && isAt(url, one.path))
  }
}

/** Puts the lane's connections before the server, which hears of those that it is to serve as if they had come to it. */
function withLaneConnections(server: Server, timeouts: LaneTimeouts, take: LaneHost['take']): Server {
  const connections = new Set<LaneConnection>()
  const listeners = server.listeners('connection')
  const host: LaneHost = {
    take,
    serve(connection) {
      for (const listener of listeners) listener.call(server, connection)
    },
    forget(connection) {
      connections.delete(connection)
    },
  }
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    connections.add(new LaneConnection(socket, host, timeouts))
  })
  const { closeIdleConnections, closeAllConnections } = server
  server.closeIdleConnections = () => {
    for (const connection of connections) connection.close()
    closeIdleConnections.call(server)
  }
  server.closeAllConnections = () => {
    for (const connection of connections) connection.destroy()
    closeAllConnections.call(server)
  }
  return server
}

function isAt(url: string, path: string): boolean {
  return url.startsWith(path) && (url.length === path.length || url[path.length] === '?')
}

function queryOf(url: string, { path }: LaneRoute): string {
  return url.slice(path.length + 1)
}

const TEXT = /^(application\/json|text\/plain)\b/

function hasSmallText(headers: IncomingHttpHeaders, bytes_max: number): boolean {
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
