import type { FastifyInstance } from 'fastify'
import { canBeKept } from '../modules/kept-text.ts'
import { Refusal } from '../modules/refusal.ts'

/** Only an escape can bring in a NUL or half a surrogate pair, because a body is decoded from UTF-8. */
const DOUBTFUL_ESCAPE = /\\u(0000|d[89a-f])/i

/**
 * Parses JSON bodies: an object, without a string that can't be kept as it was sent. Throws `body_malformed`, or
 * `field_invalid` with the field.
 */
export function acceptJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseBody(String(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

function parseBody(text: string): unknown {
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal('body_malformed')
  // The walk is for the rare body that may have one.
  if (DOUBTFUL_ESCAPE.test(text)) refuseUnkept(body, '')
  return body
}

/** Throws `field_invalid` for the first string in `value` that can't be kept as it was sent. */
export function refuseUnkept(value: unknown, path: string): void {
  if (typeof value === 'string' && !canBeKept(value)) throw new Refusal('field_invalid', { field: path })
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const inner = path === '' ? name : `${path}.${name}`
    if (!canBeKept(name)) {
      throw new Refusal('field_unknown', { field: inner.toWellFormed().replaceAll('\0', '') })
    }
    refuseUnkept(member, inner)
  }
}
