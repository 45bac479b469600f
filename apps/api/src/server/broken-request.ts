import type { Socket } from 'node:net'
import { DEFAULT_LANGUAGE } from '@adtally/i18n/languages.ts'
import { codeOf } from '../database/start-error.ts'
import { Refusal } from '../modules/refusal.ts'
import { JSON_TYPE, refusalText } from './envelope.ts'

const STATUS_LINES = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
])

/** Answers what is not even HTTP, or comes too slowly, in the envelope too, and hangs up. */
export function answerBrokenRequest(error: Error, socket: Socket): void {
  const code = codeOf(error) ?? ''
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const body = refusalText(new Refusal('request_malformed'), DEFAULT_LANGUAGE)
  const status = STATUS_LINES.get(code) ?? '400 Bad Request'
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}`
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`)
}
