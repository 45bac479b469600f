import type { IncomingHttpHeaders } from 'node:http'
import { SESSION_COOKIE } from '@adtally/contract/operator/statement/session.ts'
import type { Settings } from '../../settings.ts'

const TOKEN = /^[\w-]{43}$/

type Place = Pick<Settings, 'operator_path' | 'console_origin'>

/** The cookie's name at this origin. */
export function sessionCookieName({ console_origin }: Pick<Settings, 'console_origin'>): string {
  return console_origin.startsWith('https://') ? SESSION_COOKIE.https : SESSION_COOKIE.http
}

/**
 * The session's token in a request's cookies; undefined if there is none. Two cookies of the name are none: one of them was
 * planted by another page of the same host, and nobody can tell which.
 */
export function sessionToken({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const given = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  const [token] = given
  return given.length === 1 && token !== undefined && TOKEN.test(token) ? token : undefined
}

/** The field that hands out a session, until the browser closes; `null` takes it back. */
export function sessionField(place: Place, token: string | null): string {
  const parts = [
    `${sessionCookieName(place)}=${token ?? ''}`,
    `Path=${place.operator_path}`,
    ...(token === null ? ['Max-Age=0'] : []),
    'HttpOnly',
    'SameSite=Strict',
    ...(place.console_origin.startsWith('https://') ? ['Secure'] : []),
  ]
  return parts.join('; ')
}
