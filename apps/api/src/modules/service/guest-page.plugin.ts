import { readFileSync } from 'node:fs'
import { LANGUAGES } from '@adtally/contract/enums.ts'
import { GUEST_CHAT_PATH, GUEST_TEXT_LENGTH_MAX } from '@adtally/contract/service/guest.ts'
import { languageOrDefault } from '@adtally/i18n/languages.ts'
import { message } from '@adtally/i18n/server.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { languageOf } from '../../lib/accept-language.ts'
import type { Services } from '../services.ts'

const read = (name: string) => readFileSync(new URL(`./guest-page/${name}`, import.meta.url), 'utf8')
const PAGE = read('page.html.template')
const FILES = { 'page.css': 'text/css', 'page.js': 'text/javascript' } as const

const TEXTS = [
  'title',
  'noMessages',
  'write',
  'send',
  'sending',
  'notSent',
  'sent',
  'read',
  'you',
  'service',
  'online',
  'offline',
  'nobodyPays',
  'privacy',
  'signIn',
  'script',
] as const

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** The page in a language (`?lang=` or the browser's), with the program's name and base path. */
function pageIn(language: string, { settings }: Services): string {
  const values = new Map<string, string>([
    ['language', languageOrDefault(language)],
    ['base_path', settings.base_path],
    ['brand', settings.brand.name],
    ['text_length_max', String(GUEST_TEXT_LENGTH_MAX)],
    ...TEXTS.map((key): [string, string] => [key, message(language, `guest.${key}`)]),
  ])
  // Every screen of a sandbox is marked (PRODUCT §2.9).
  const mark = `<p class="sandbox">${escaped(message(language, 'guest.sandbox'))}</p>`
  const page = PAGE.replace('{{sandbox_mark}}', () => (settings.ledger_mode === 'sandbox' ? mark : ''))
  return page.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => escaped(values.get(name) ?? ''))
}

/** `GET /guest-chat`: the page on which visitors write to service without an account (PRODUCT §14). */
export function guestPagePlugin(services: Services, server: FastifyInstance): void {
  server.get<{ Querystring: { lang?: unknown } }>(GUEST_CHAT_PATH, (request, reply) => {
    const asked = LANGUAGES.find((language) => language === request.query.lang)
    const language = asked ?? languageOf(request.headers['accept-language'])
    secured(reply).header('vary', 'Accept-Language').type('text/html; charset=utf-8')
    return reply.send(pageIn(language, services))
  })
  for (const [name, type] of Object.entries(FILES)) {
    const content = read(name)
    server.get(`${GUEST_CHAT_PATH}/${name}`, (_request, reply) =>
      secured(reply).type(`${type}; charset=utf-8`).send(content),
    )
  }
}

function secured(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': POLICY,
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
}
