import type { FastifyInstance } from 'fastify'
import { readJson } from '../../lib/kept-text.ts'
import { Refusal } from '../../lib/refusal.ts'

/** Parses a JSON object whose strings can all be stored as sent. Throws `body_malformed`, or `field_invalid`. */
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
  const body = readJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal('body_malformed')
  return body
}
