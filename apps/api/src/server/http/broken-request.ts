import type { Socket } from 'node:net'
import { DEFAULT_LANGUAGE } from '@adtally/i18n/languages.ts'
import { newId } from '../../database/identifiers.ts'
import { codeOf } from '../../database/start-error.ts'
import { Refusal } from '../../lib/refusal.ts'
import { JSON_TYPE, refusalText } from './envelope.ts'
import type { SecurityFields } from './security-fields.ts'

const STATUS_LINES = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
])

/** Answers malformed or slow requests in the envelope, with `fields` and a new id, and closes the connection. */
export function brokenRequestAnswerer({ lines }: SecurityFields): (error: Error, socket: Socket) => void {
  return (error, socket) => answerBrokenRequest(error, socket, lines)
}

function answerBrokenRequest(error: Error, socket: Socket, lines: string): void {
  const code = codeOf(error) ?? ''
  // The client asked to close: it gets the answer in progress, and anything sent after is ignored (RFC 9112 §9.6).
  if (code === 'HPE_CLOSED_CONNECTION') return
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const body = refusalText(new Refusal('request_malformed'), DEFAULT_LANGUAGE)
  const status = STATUS_LINES.get(code) ?? '400 Bad Request'
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}`
  const own = `Cache-Control: no-store\r\nX-Request-Id: ${newId()}`
  socket.end(`${head}\r\n${own}\r\n${lines}Connection: close\r\n\r\n${body}`)
}
