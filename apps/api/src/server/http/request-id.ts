import type { IncomingHttpHeaders } from 'node:http'
import { newId } from '../../database/identifiers.ts'
import { isRequestId } from '../../lib/request-context.ts'

/** The field that says a request's id, of each reply and of a request that a proxy has given one. */
export const REQUEST_ID_FIELD = 'x-request-id'

/**
 * The id of a request that comes in: what the proxies before the program, if there are any, say in `X-Request-Id`, in the safe
 * form alone; else a new one. Nothing else that a client has written is taken over.
 */
export function requestIdOf(headers: IncomingHttpHeaders, proxies: number): string {
  const given = proxies > 0 ? headers[REQUEST_ID_FIELD] : undefined
  return typeof given === 'string' && isRequestId(given) ? given : newId()
}
