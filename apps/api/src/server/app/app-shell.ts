import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../modules/services.ts'
import { pageFor } from './app-page.ts'
import { precompress } from './precompress.ts'

/** Where the customer app's build lies. */
export const WEB_DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

const YEAR_S = 31_536_000

/**
 * Serves the customer app at `/` with its security headers: a content policy with Trusted Types (HOUSE; no nonces,
 * because the shell is precached), files with a hash in their name for good, everything else revalidated.
 */
export async function serveAppShell(
  server: FastifyInstance,
  { settings, log }: Services,
  folder = WEB_DIST,
): Promise<void> {
  if (!existsSync(folder)) {
    log.warn('the customer app is not built, so only the API is served; run `npm run build`')
    return
  }
  // Beside the serving: until a file's compressed form is there, the plain one is served.
  precompress(folder).catch((error: unknown) =>
    log.warn({ err: error }, 'the customer app could not be compressed'),
  )
  const page = pageFor(readFileSync(join(folder, 'index.html'), 'utf8'), settings)
  const https = settings.public_origin.startsWith('https://')
  await server.register(async (shell) => {
    // The fields of every reply would be written over this one, which forbids frames as well.
    shell.addHook('onRequest', (_request, reply, done) => {
      reply.removeHeader('content-security-policy')
      done()
    })
    await shell.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(settings.public_origin) },
      strictTransportSecurity: https && { maxAge: YEAR_S, includeSubDomains: true },
      referrerPolicy: { policy: 'no-referrer' },
      xFrameOptions: { action: 'deny' },
    })
    await shell.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // Small files, sent whole (RFC 9110 §14.2 lets a server): the plugin takes a range that is none for one that can't be had.
      acceptRanges: false,
      setHeaders(reply, path) {
        const hashed = /[/\\]assets[/\\].*-[\w-]{8,}\.\w+(\.br|\.gz)?$/.test(path)
        reply.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      },
    })
    for (const path of ['/', '/index.html']) {
      shell.get(path, (_request, reply) => {
        reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
      })
    }
  })
}

function contentPolicy(public_origin: string): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    // Creatives are kept and served here, under the public name whatever name the page was opened by; what customers
    // upload is shown from memory. Nothing comes from elsewhere.
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
    ...(public_origin.startsWith('https://') && { 'upgrade-insecure-requests': [] }),
  }
}
