import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { WireReply } from '../modules/lane.ts'

const BODYLESS = new Set([204, 304])
/** What would end a field's value before its end. */
const UNSAFE = /[^\t -~]/

/** Writes a reply past the framework: head and body in one go. */
export function writeReply(response: ServerResponse, { status, headers, body }: WireReply): void {
  if (BODYLESS.has(status)) {
    response.writeHead(status, [...headers])
    response.end()
    return
  }
  response.writeHead(status, [...headers, 'content-length', String(Buffer.byteLength(body))])
  response.end(body)
}

/** The same where the request was routed by the framework. */
export function sendReply(reply: FastifyReply, { status, headers, body }: WireReply): void {
  reply.code(status)
  for (let index = 0; index < headers.length; index += 2) {
    reply.header(headers[index] ?? '', headers[index + 1])
  }
  reply.send(BODYLESS.has(status) ? undefined : body)
}

/**
 * The same as bytes of HTTP/1.1, to be written as UTF-8; says whether the connection stays open. Throws `TypeError` on
 * a field that could not be sent as one.
 */
export function replyText({ status, headers, body }: WireReply, stays_open: boolean): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
  let is_dated = false
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const value = headers[index + 1] ?? ''
    if (UNSAFE.test(value)) throw new TypeError(`the value of ${name} is no field's`)
    is_dated ||= name === 'date'
    head += `${name}: ${value}\r\n`
  }
  if (!is_dated) head += `date: ${dateText()}\r\n`
  head += stays_open ? 'connection: keep-alive\r\n' : 'connection: close\r\n'
  if (BODYLESS.has(status)) return `${head}\r\n`
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

let dated_s = 0
let date_text = ''

/** RFC 9110's date of now, made once a second. */
function dateText(): string {
  const now_s = Math.floor(Date.now() / 1_000)
  if (now_s !== dated_s) {
    dated_s = now_s
    date_text = new Date(now_s * 1_000).toUTCString()
  }
  return date_text
}
