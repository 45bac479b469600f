import { Refusal } from '../../lib/refusal.ts'
import type { CallRequest } from '../http/answer-call.ts'
import type { DoorFace } from './door.ts'

const READS = ['GET', 'HEAD']

/**
 * Refuses what another site may have had a browser send: a call without the header that only the door's own page can add,
 * from another origin, or across sites. Browsers name the origin of every POST, so one that brings a cookie and names none
 * comes from no page of ours. Throws `origin_foreign`.
 */
export function refuseForeign(
  { method, headers }: CallRequest,
  { header, origin: own_origin, named_origin }: Pick<DoorFace, 'header' | 'origin' | 'named_origin'>,
): void {
  const { origin, cookie } = headers
  const site = headers['sec-fetch-site']
  const is_own =
    headers[header.name] === header.value &&
    (origin === own_origin ||
      (origin !== undefined && origin === named_origin) ||
      (origin === undefined && (READS.includes(method) || cookie === undefined))) &&
    (site === undefined || site === 'same-origin')
  if (!is_own) throw new Refusal('origin_foreign')
}
