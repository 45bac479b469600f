import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { fileFolder } from '../../testing/servers/test-folder.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { serveAppShell } from './app-shell.ts'
import { precompress } from './precompress.ts'

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(3000))})`
const folder = fileFolder()

mkdirSync(join(folder, 'assets'))
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><meta name="application-name" content="x"><meta name="base-path" content="x"><meta name="ledger-mode" content="x"><meta name="demo-people" content="x"><meta name="sandbox-playable" content="x"><title>x</title><div class="splash"><p>x</p></div>',
)
writeFileSync(join(folder, 'assets', 'app-Ab3dE_9x.js'), SCRIPT)
const t = await testServices({ modules: [] })
const server = Fastify()
await serveAppShell(server, t.services, folder)
afterAll(async () => {
  await server.close()
  await t.close()
})

test('the page comes with a content policy that allows no foreign script and asks for Trusted Types', async () => {
  const { headers, statusCode } = await server.inject('/')
  expect(statusCode).toBe(200)
  const policy = String(headers['content-security-policy']).split(';')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  const { public_origin } = t.services.settings
  expect(policy).toContain(`img-src 'self' blob: ${public_origin}`)
  expect(policy).toContain(`media-src 'self' ${public_origin}`)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("base-uri 'none'")
  // Plug-ins fall under `default-src` unless a directive of their own allows them.
  expect(policy.filter((each) => /^(object|frame|child)-src/.test(each))).toEqual([])
  expect(policy.join()).not.toMatch(/unsafe|nonce/)
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  // A sandbox without https must stay reachable by http.
  expect(headers['strict-transport-security']).toBeUndefined()
})

test('a file with a hash in its name is kept for good, and sent compressed once it is', async () => {
  const get = () => server.inject({ url: '/assets/app-Ab3dE_9x.js', headers: { 'accept-encoding': 'br' } })
  await precompress(folder)
  const reply = await get()
  expect(reply.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(SCRIPT)
  expect((await server.inject('/assets/app-Ab3dE_9x.js')).body).toBe(SCRIPT)
})

test.each(['/../package.json', '/%2e%2e/package.json', '/assets/'])(
  'nothing outside, no listing: %s',
  async (url) => {
    expect((await server.inject(url)).statusCode).not.toBe(200)
  },
)
