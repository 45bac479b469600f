import { hash } from 'node:crypto'

const TRACE_ID = /^(?!0+$)[0-9a-f]{16}(?!0+$)[0-9a-f]{16}$/

/**
 * A request's trace id: its id's 128 bits if it is a UUID or as many hexadecimal digits, else those of its digest. So
 * everything that has a request's id has its trace as well (docs/decisions/telemetry.md).
 */
export function traceIdOf(request_id: string): string {
  const digits = request_id.replaceAll('-', '').toLowerCase()
  return TRACE_ID.test(digits) ? digits : hash('sha256', request_id, 'hex').slice(0, 32)
}

/** The span id of a request's call: the second half of its trace id, so that later work can name it as parent. */
export function callSpanIdOf(trace_id: string): string {
  return trace_id.slice(16)
}
