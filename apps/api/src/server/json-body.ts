import type { FastifyInstance } from 'fastify'
import { Refusal } from '../modules/refusal.ts'

/**
 * Parses JSON bodies: an object, without NUL in any string, because PostgreSQL's text has none and what is
 * stored must be what was sent. Throws `body_malformed`, or `field_invalid` with the field.
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
  // Only an escape can bring a NUL in; the walk is for the rare body that has one.
  if (text.includes('\\u0000')) refuseNul(body, '')
  return body
}

/** Throws `field_invalid` for the first string in `value` that holds a NUL. */
export function refuseNul(value: unknown, path: string): void {
  if (typeof value === 'string' && value.includes('\0')) throw new Refusal('field_invalid', { field: path })
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const inner = path === '' ? name : `${path}.${name}`
    if (name.includes('\0')) throw new Refusal('field_unknown', { field: inner.replaceAll('\0', '') })
    refuseNul(member, inner)
  }
}
