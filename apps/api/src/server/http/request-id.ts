import type { IncomingHttpHeaders } from 'node:http'
import { newId } from '../../database/identifiers.ts'
import { isRequestId } from '../../lib/request-context.ts'

/** The field with a request's id, in every reply and in requests from a proxy that sets one. */
export const REQUEST_ID_FIELD = 'x-request-id'

/**
 * An incoming request's id: the proxies' `X-Request-Id` if it has the safe form, else a new one, never a client's.
 */
export function requestIdOf(headers: IncomingHttpHeaders, proxies: number): string {
  const given = proxies > 0 ? headers[REQUEST_ID_FIELD] : undefined
  return typeof given === 'string' && isRequestId(given) ? given : newId()
}
