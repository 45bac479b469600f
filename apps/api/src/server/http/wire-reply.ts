import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { WireReply } from '../../lib/lane.ts'
import type { FileReply } from '../../modules/route.ts'
import { REQUEST_ID_FIELD } from './request-id.ts'
import type { SecurityFields } from './security-fields.ts'

const BODYLESS = new Set([204, 304])

/** Writes a reply without the framework, head and body at once, with the common fields and the request's id. */
export function writeReply(
  response: ServerResponse,
  { status, headers, body }: WireReply,
  { list }: SecurityFields,
  request_id: string,
): void {
  if (BODYLESS.has(status)) {
    response.writeHead(status, [...headers, ...list, REQUEST_ID_FIELD, request_id])
    response.end()
    return
  }
  const own = [REQUEST_ID_FIELD, request_id, 'content-length', String(Buffer.byteLength(body))]
  response.writeHead(status, [...headers, ...list, ...own])
  response.end(body)
}

/** The same for a request that the framework routed. */
export function sendReply(reply: FastifyReply, { status, headers, body }: WireReply): void {
  reply.code(status)
  for (let index = 0; index < headers.length; index += 2) {
    reply.header(headers[index] ?? '', headers[index + 1])
  }
  reply.send(BODYLESS.has(status) ? undefined : body)
}

/** Sends somebody's own file: not cached on the way, and saved rather than shown. */
export function sendFile(reply: FastifyReply, { file_name, media_type, bytes, content }: FileReply): void {
  reply.headers({
    'content-type': media_type,
    'content-length': bytes,
    'content-disposition': `attachment; filename="${file_name}"`,
    'cache-control': 'no-store',
  })
  reply.send(content)
}
