import { randomUUID } from 'node:crypto'
import { type Field, type ScanRequest, valueAt, withLeaf } from './scan-requests.ts'

/** A request for sqlmap, with its mark behind every value to try. */
export interface SqlTry {
  /** The call, or another request's name. */
  of: string
  method: string
  /** With its query. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** The marked values' fields, in order. */
  fields: readonly string[]
}

const MARK = '*'
const BOUNDARY = 'harbour'

/**
 * Groups the requests into tries: the texts of a request together. A number or boolean gets its own try and is sent
 * as text, because only text can carry SQL, and the others would be refused along with it.
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

/** All tries in one file in Burp's format; the n-th has a path that begins with `/try-n`. */
export function burpLog(tries: readonly SqlTry[], host: string): string {
  const line = '='.repeat(54)
  const parts = tries.map(({ method, path, headers = {}, body = '' }, at) => {
    const fields = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\n`)
    return `${line}\n${method} /try-${at}${path} HTTP/1.1\n${fields.join('')}\n${body}\n${line}\n`
  })
  return parts.join('\n')
}

function tryOf({ call, input }: ScanRequest, fields: readonly Field[], base_path: string): SqlTry {
  // The mark is inserted last, so that a value's own asterisk does not count as one.
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
