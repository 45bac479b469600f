import type { IncomingHttpHeaders } from 'node:http'

/** A request whose every byte is there, as `LaneConnection` answers it. */
export interface PlainRequest {
  method: string
  /** Path and query, as sent. */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

const HEAD_BYTES_MAX = 8_192
/** Request line and fields by the letter of RFC 9112: no folding, no byte beyond ASCII, no bare line feed. */
const HEAD = /^(GET|POST) (\/[!-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t -~]*\r\n)+)\r\n/
const LENGTH = /^\d{1,6}$/
/** What changes how a message is framed or how the connection goes on, and what is read as a list. */
const NOT_PLAIN = new Set([
  'transfer-encoding',
  'upgrade',
  'expect',
  'trailer',
  'te',
  'proxy-connection',
  'set-cookie',
])

/**
 * Reads one request that is there from its first byte to its last, and about whose end no two parsers could disagree:
 * each field once, a length or no body, nothing behind it. Null for whatever else there is, right or wrong: that is
 * the HTTP server's, with its own parser and limits. The property test holds both to the same reading.
 */
export function readPlainRequest(bytes: Buffer): PlainRequest | null {
  const text = bytes.toString('latin1', 0, HEAD_BYTES_MAX)
  const [head, method, url, fields] = HEAD.exec(text) ?? []
  if (head === undefined || method === undefined || url === undefined || fields === undefined) return null
  const headers = readFields(fields)
  if (headers?.host === undefined) return null
  const body_bytes = method === 'GET' ? lengthWithoutBody(headers) : lengthOf(headers)
  if (body_bytes === null || head.length + body_bytes !== bytes.length) return null
  return { method, url, headers, body: body_bytes === 0 ? '' : bytes.toString('utf8', head.length) }
}

function readFields(fields: string): IncomingHttpHeaders | null {
  // What an object has of itself (`__proto__`, `constructor`) counts as said before.
  const headers: IncomingHttpHeaders = {}
  for (let at = 0; at < fields.length; ) {
    const colon = fields.indexOf(':', at)
    const end = fields.indexOf('\r\n', colon)
    const name = fields.slice(at, colon).toLowerCase()
    const value = fields.slice(colon + 1, end).trim()
    if (headers[name] !== undefined || NOT_PLAIN.has(name)) return null
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return null
    headers[name] = value
    at = end + 2
  }
  return headers
}

function lengthWithoutBody({ 'content-length': length }: IncomingHttpHeaders): number | null {
  return length === undefined ? 0 : null
}

function lengthOf({ 'content-length': length }: IncomingHttpHeaders): number | null {
  return length !== undefined && LENGTH.test(length) ? Number(length) : null
}
