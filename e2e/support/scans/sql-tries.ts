import { randomUUID } from 'node:crypto'
import { type Field, type ScanRequest, valueAt, withLeaf } from './scan-requests.ts'

/** A request as sqlmap reads it, with its mark behind every value that it is to try. */
export interface SqlTry {
  /** The call, or what else is asked. */
  of: string
  method: string
  /** With its query. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** What the marks stand behind, in their order. */
  fields: readonly string[]
}

const MARK = '*'
const BOUNDARY = 'harbour'

/**
 * The requests as tries: texts of one request together. A number or a yes or no gets a try of its own and is sent as text
 * there, because nothing but text can carry SQL, and the others would be refused together with it.
 */
export function triesOf(requests: readonly ScanRequest[], base_path: string): SqlTry[] {
  return requests.flatMap((request) => {
    const texts = request.fields.filter((field) => typeof valueAt(request.input, field.path) === 'string')
    const others = request.fields.filter((field) => !texts.includes(field))
    return [...(texts.length > 0 ? [texts] : []), ...others.map((field) => [field])].map((fields) =>
      tryOf(request, fields, base_path),
    )
  })
}

/** All tries in one file, in Burp's form; the n-th under a path that begins with `/try-n`. */
export function burpLog(tries: readonly SqlTry[], host: string): string {
  const line = '='.repeat(54)
  const parts = tries.map(({ method, path, headers = {}, body = '' }, at) => {
    const fields = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\n`)
    return `${line}\n${method} /try-${at}${path} HTTP/1.1\n${fields.join('')}\n${body}\n${line}\n`
  })
  return parts.join('\n')
}

function tryOf({ call, input }: ScanRequest, fields: readonly Field[], base_path: string): SqlTry {
  // A mark is put in last, so that a value's own asterisk is none.
  const place = `mark${randomUUID()}`
  const marked = fields.reduce<unknown>(
    (whole, field) => withLeaf(whole, field.path, `${valueAt(whole, field.path)}${place}`),
    input,
  )
  const names = fields.map(({ path }) => path.join('.'))
  const path = base_path + call.path
  const common = { of: call.name, method: call.method, fields: names }
  if (call.method === 'GET') {
    const query = String(new URLSearchParams(Object.entries(Object(marked)).map(([n, v]) => [n, String(v)])))
    return { ...common, path: `${path}?${query.replaceAll('*', '%2A').replaceAll(place, MARK)}` }
  }
  if (call.takes_form) {
    const parts = Object.entries(Object(marked)).map(([name, value]) => `name="${name}"\r\n\r\n${value}\r\n`)
    const file = 'name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nnone\r\n'
    const body = [...parts, file]
      .map((part) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${part}`)
      .join('')
    return {
      ...common,
      path,
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: `${body}--${BOUNDARY}--`.replaceAll('*', '').replaceAll(place, MARK),
    }
  }
  return {
    ...common,
    path,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(marked).replaceAll('*', '\\u002a').replaceAll(place, MARK),
  }
}
