import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../modules/services.ts'
import { pageFor } from './app-page.ts'
import { precompress } from './precompress.ts'

export const WEB_DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

const YEAR_S = 31_536_000

/**
 * Serves the customer app at `/` with its security headers: a content policy with Trusted Types (HOUSE; no nonces,
 * because the shell is precached). Files with a hash in their name are cached for good, all others revalidated.
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
  // Runs in the background: a file is served plain until its compressed form exists.
  precompress(folder).catch((error: unknown) =>
    log.warn({ err: error }, 'the customer app could not be compressed'),
  )
  const page = pageFor(readFileSync(join(folder, 'index.html'), 'utf8'), settings)
  const https = settings.public_origin.startsWith('https://')
  await server.register(async (shell) => {
    // Set early: the fields of every reply would overwrite this policy, which forbids frames as well.
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
      // Sends whole files, as RFC 9110 §14.2 allows: the plugin answers an invalid range with 416.
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
    ...(public_origin.startsWith('https://') && { 'upgrade-insecure-requests': [] }),
  }
}
