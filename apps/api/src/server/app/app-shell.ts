import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../modules/services.ts'
import type { Settings } from '../../settings.ts'
import { consolePageFor, pageFor, partnerPageFor } from './app-page.ts'
import { precompress } from './precompress.ts'

export const WEB_DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url))
const CONSOLE_DIST = fileURLToPath(new URL('../../../../console/dist', import.meta.url))
const PARTNERS_DIST = fileURLToPath(new URL('../../../../console/partners/dist', import.meta.url))

const YEAR_S = 31_536_000

/** The build of a client, and where it is served. */
export interface BuiltApp {
  app: 'web' | 'console' | 'partners'
  folder: string
  /** Its page's path, with a slash at the end. */
  path: string
  /** The origin at which browsers reach it. */
  origin: string
  /** Its page, out of the build's. */
  pageOf(html: string): string
}

/** The customer app, at `/`. */
export function customerApp(settings: Settings, folder = WEB_DIST): BuiltApp {
  const { public_origin: origin } = settings
  return { app: 'web', folder, path: '/', origin, pageOf: (html) => pageFor(html, settings) }
}

/** The console, at `/console/`: the build knows its path. */
export function consoleApp(settings: Settings, folder = CONSOLE_DIST): BuiltApp {
  const { console_origin: origin } = settings
  const pageOf = (html: string) => consolePageFor(html, settings)
  return { app: 'console', folder, path: '/console/', origin, pageOf }
}

/** The partners' page, at `/partners/`. */
export function partnerApp(settings: Settings, folder = PARTNERS_DIST): BuiltApp {
  const { partner_origin: origin } = settings
  const pageOf = (html: string) => partnerPageFor(html, settings)
  return { app: 'partners', folder, path: '/partners/', origin, pageOf }
}

/**
 * Serves a client's build with its security headers: a content policy with Trusted Types (HOUSE; no nonces, because the
 * customer app's shell is precached). Files with a hash in their name are cached for good, all others revalidated.
 */
export async function serveAppShell(
  server: FastifyInstance,
  { settings, log }: Pick<Services, 'settings' | 'log'>,
  { app, folder, path: root_path, origin, pageOf }: BuiltApp,
): Promise<void> {
  if (!existsSync(folder)) {
    log.warn({ app }, 'what browsers load is not built, so only calls are served; run `npm run build`')
    return
  }
  // Runs in the background: a file is served plain until its compressed form exists.
  precompress(folder).catch((error: unknown) =>
    log.warn({ err: error, app }, 'what browsers load could not be compressed'),
  )
  const page = pageOf(readFileSync(join(folder, 'index.html'), 'utf8'))
  const https = origin.startsWith('https://')
  await server.register(async (shell) => {
    // Set early: the fields of every reply would overwrite this policy, which forbids frames as well.
    shell.addHook('onRequest', (_request, reply, done) => {
      reply.removeHeader('content-security-policy')
      done()
    })
    await shell.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(settings.public_origin, https) },
      strictTransportSecurity: https && { maxAge: YEAR_S, includeSubDomains: true },
      referrerPolicy: { policy: 'no-referrer' },
      xFrameOptions: { action: 'deny' },
    })
    await shell.register(fastifyStatic, {
      root: folder,
      prefix: root_path,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // Sends whole files, as RFC 9110 §14.2 allows: the plugin answers an invalid range with 416.
      acceptRanges: false,
      setHeaders(reply, path) {
        const hashed = /[/\\]assets[/\\].*-[\w-]{8,}\.\w+(\.br|\.gz)?$/.test(path)
        reply.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      },
    })
    for (const path of [root_path, `${root_path}index.html`]) {
      shell.get(path, (_request, reply) => {
        reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
      })
    }
    if (root_path !== '/') shell.get(root_path.slice(0, -1), (_request, reply) => reply.redirect(root_path))
  })
}

function contentPolicy(public_origin: string, https: boolean): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    // Creatives come from here under the public name; customers' uploads are shown from memory.
    'img-src': ["'self'", 'blob:', public_origin],
    'font-src': ["'self'"],
    'media-src': ["'self'", public_origin],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['formats-worker', 'service-worker', 'pdf-worker'],
    ...(https && { 'upgrade-insecure-requests': [] }),
  }
}
