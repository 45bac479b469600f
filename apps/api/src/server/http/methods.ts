import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { codeOf } from '../../database/start-error.ts'

const BODYLESS = new Set([204, 304])
/** The route of the app's files: it names no resource, so it allows no method either. */
const ANY_FILE = '/*'

/** Tells which methods an address has. */
export interface Methods {
  /** The methods of the resource at a path, for the field `Allow`; empty if there is none. */
  allowedAt(url: string): string[]
}

/**
 * Gives every GET route added from here on a HEAD (RFC 9110 §9.3.2) with the same handler; the HTTP server drops the
 * body. A route whose GET has an effect sets `exposeHeadRoute: false` and brings its own HEAD. Call before adding
 * routes.
 */
export function answerHead(server: FastifyInstance): Methods {
  const resources: { path: RegExp; methods: Set<string> }[] = []
  server.addHook('onRoute', function (this: FastifyInstance, route) {
    const methods = [route.method].flat()
    const has_get_alone = methods.includes('GET') && !methods.includes('HEAD')
    if (has_get_alone && route.exposeHeadRoute !== false) {
      const onSend = [...[route.onSend ?? []].flat(), announceEmptyBody]
      this.route({ ...route, method: 'HEAD', url: route.routePath, onSend })
    }
    if (route.url === ANY_FILE) return
    const path = pathOf(route.url)
    const resource = resources.find((one) => one.path.source === path.source)
    if (resource) for (const method of methods) resource.methods.add(method)
    else resources.push({ path, methods: new Set(methods) })
  })
  return {
    allowedAt(url) {
      const [path = ''] = url.split('?')
      const named = resources.filter((one) => one.path.test(path))
      // A CORS route, which answers OPTIONS for every path below it, is not a resource.
      if (!named.some(({ methods }) => [...methods].some((method) => method !== 'OPTIONS'))) return []
      return [...new Set(named.flatMap(({ methods }) => [...methods]))].sort()
    },
  }
}

/** A regular expression for a route's pattern: `:name` is one segment, a final `*` everything after. */
function pathOf(pattern: string): RegExp {
  const parts = pattern.split(/(:\w+|\*$)/).map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}

/**
 * The HTTP status of an error from the framework or its file plugin: 404 if nothing is at the address (a body for a
 * method without a route, a folder, a path out of the app's files); null for any other error.
 */
export function refusedStatus(error: unknown): number | null {
  const code = codeOf(error)
  if (code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return 404
  if (code?.startsWith('FST_ERR_CTP_')) return null
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (typeof status !== 'number' || status < 400 || status > 499) return null
  return status === 403 ? 404 : status
}

/** The framework omits the length of an empty body for GET, but not for HEAD. */
const announceEmptyBody: onSendHookHandler = (
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload: unknown) => void,
) => {
  if ((payload === undefined || payload === null) && !BODYLESS.has(reply.statusCode)) {
    reply.header('content-length', '0')
  }
  done(null, payload)
}
