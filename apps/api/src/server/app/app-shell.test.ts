import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { PAGE_BUILD_HEADER } from '@adtally/contract/operator/statement/page-build.ts'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { fileFolder } from '../../testing/servers/test-folder.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { consoleApp, customerApp, partnerApp, serveAppShell } from './app-shell.ts'
import { tellPageBuild } from './page-build.ts'
import { precompress } from './precompress.ts'

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(3000))})`
const folder = fileFolder()

mkdirSync(join(folder, 'assets'))
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><meta name="application-name" content="x"><meta name="base-path" content="x"><meta name="ledger-mode" content="x"><meta name="demo-people" content="x"><meta name="sandbox-playable" content="x"><title>x</title><div class="splash"><p>x</p></div>',
)
writeFileSync(join(folder, 'assets', 'app-Ab3dE_9x.js'), SCRIPT)
const console_folder = fileFolder()
mkdirSync(join(console_folder, 'assets'))
writeFileSync(
  join(console_folder, 'index.html'),
  '<!doctype html><meta name="application-name" content="x"><meta name="operator-path" content="x"><meta name="passkey-origin" content=""><meta name="page-build" content=""><meta name="ledger-mode" content="x"><title>x</title><div class="splash"><p>x</p></div>',
)
writeFileSync(join(console_folder, 'assets', 'desk-Ab3dE_9x.js'), SCRIPT)
const partners_folder = fileFolder()
mkdirSync(join(partners_folder, 'assets'))
writeFileSync(
  join(partners_folder, 'index.html'),
  '<!doctype html><meta name="application-name" content="x"><meta name="partner-path" content="x"><meta name="page-build" content=""><meta name="ledger-mode" content="x"><title>x</title><div class="splash"><p>x</p></div>',
)
writeFileSync(join(partners_folder, 'assets', 'pages-Ab3dE_9x.js'), SCRIPT)
const t = await testServices({ modules: [] })
const server = Fastify()
await serveAppShell(server, t.services, customerApp(t.services.settings, folder))
await serveAppShell(server, t.services, consoleApp(t.services.settings, console_folder))
const partners = partnerApp(t.services.settings, partners_folder)
await serveAppShell(server, t.services, partners)
server.register(
  async (calls) => {
    tellPageBuild(calls, partners)
    calls.get('/session', () => 'somebody')
  },
  { prefix: '/partner' },
)
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

test('the console comes at its own path by the same policy, and says where the office’s calls are [proof 1249]', async () => {
  const [page, customers] = [await server.inject('/console/'), await server.inject('/')]
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(`<meta name="operator-path" content="${t.services.settings.operator_path}">`)
  expect(page.headers['content-security-policy']).toBe(customers.headers['content-security-policy'])
  expect(page.headers['cache-control']).toBe('no-cache')
  expect((await server.inject('/console')).headers.location).toBe('/console/')
  const script = await server.inject('/console/assets/desk-Ab3dE_9x.js')
  expect([script.body, script.headers['cache-control']]).toEqual([
    SCRIPT,
    'public, max-age=31536000, immutable',
  ])
  // Neither serves what is the other's.
  for (const url of ['/assets/desk-Ab3dE_9x.js', '/console/assets/app-Ab3dE_9x.js', '/console/../index.html'])
    expect((await server.inject(url)).body).not.toBe(SCRIPT)
})

test('the partners’ page likewise; replies to it name its build, by which an older one knows itself [proof 1420]', async () => {
  const [page, customers] = [await server.inject('/partners/'), await server.inject('/')]
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(`<meta name="partner-path" content="${t.services.settings.partner_path}">`)
  expect(page.headers['content-security-policy']).toBe(customers.headers['content-security-policy'])
  expect((await server.inject('/partners')).headers.location).toBe('/partners/')
  expect((await server.inject('/partners/assets/pages-Ab3dE_9x.js')).body).toBe(SCRIPT)
  expect((await server.inject('/console/assets/pages-Ab3dE_9x.js')).body).not.toBe(SCRIPT)
  const [, build = ''] = /name="page-build" content="(\w+)"/.exec(page.body) ?? []
  expect(build).toMatch(/^\w{16}$/)
  expect((await server.inject('/partner/session')).headers[PAGE_BUILD_HEADER]).toBe(build)
  // Another build has another name.
  expect(/name="page-build" content="(\w+)"/.exec((await server.inject('/console/')).body)?.[1]).not.toBe(
    build,
  )
  expect(page.headers[PAGE_BUILD_HEADER]).toBeUndefined()
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
