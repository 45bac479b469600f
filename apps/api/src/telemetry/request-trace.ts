import { hash } from 'node:crypto'

const TRACE_ID = /^(?!0+$)[0-9a-f]{16}(?!0+$)[0-9a-f]{16}$/

/**
 * The trace of a request: its id's own 128 bits where it is a UUID or as many hexadecimal digits, else of its digest. So whatever
 * carries a request's id carries its trace too (docs/decisions/telemetry.md).
 */
export function traceIdOf(request_id: string): string {
  const digits = request_id.replaceAll('-', '').toLowerCase()
  return TRACE_ID.test(digits) ? digits : hash('sha256', request_id, 'hex').slice(0, 32)
}

/** The span of the call that a request is, the later half of its trace's id: what follows of it names it as its parent. */
export function callSpanIdOf(trace_id: string): string {
  return trace_id.slice(16)
}
