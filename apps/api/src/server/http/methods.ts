import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { codeOf } from '../../database/start-error.ts'

const BODYLESS = new Set([204, 304])
/** What the files of the app lie under: it names no resource, so it allows nothing either. */
const ANY_FILE = '/*'

/** Which methods an address is there for. */
export interface Methods {
  /** Those of the resource that a request's path names, for a field `Allow`; empty where there is none. */
  allowedAt(url: string): string[]
}

/**
 * Gives every GET route that is added from here on its HEAD (RFC 9110 §9.3.2): the same handler, whose body the HTTP server
 * leaves out. A route whose GET has an effect says `exposeHeadRoute: false` and brings a HEAD of its own. Call before any
 * route is added.
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
      // What only says who may ask, for every path below it, is no resource.
      if (!named.some(({ methods }) => [...methods].some((method) => method !== 'OPTIONS'))) return []
      return [...new Set(named.flatMap(({ methods }) => [...methods]))].sort()
    },
  }
}

/** A route's pattern: `:name` stands for a part of the path, `*` at the end for all that follows. */
function pathOf(pattern: string): RegExp {
  const parts = pattern.split(/(:\w+|\*$)/).map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}

/**
 * What the framework or the files' plugin refused before anything of ours was asked, by HTTP status: 404 where nothing is
 * there to be asked (a method with a body that no route reads, a folder, a path that leads out of the app's files); null
 * for any other error.
 */
export function refusedStatus(error: unknown): number | null {
  const code = codeOf(error)
  if (code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return 404
  if (code?.startsWith('FST_ERR_CTP_')) return null
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (typeof status !== 'number' || status < 400 || status > 499) return null
  return status === 403 ? 404 : status
}

/** The framework tells GET's length of nothing, but not HEAD's. */
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
