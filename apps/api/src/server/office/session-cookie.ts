import type { IncomingHttpHeaders } from 'node:http'
import { BROWSER_COOKIE, SESSION_COOKIE } from '@adtally/contract/operator/statement/session.ts'
import type { Settings } from '../../settings.ts'

const TOKEN = /^[\w-]{43}$/

type Place = Pick<Settings, 'operator_path' | 'console_origin'>

/** How long a browser is known that nobody signs in with; browsers themselves allow no more. */
const BROWSER_LIFE_S = 400 * 86_400

/** The cookie's name at this origin. */
export function sessionCookieName(place: Pick<Settings, 'console_origin'>): string {
  return isSecure(place) ? SESSION_COOKIE.https : SESSION_COOKIE.http
}

function browserCookieName(place: Pick<Settings, 'console_origin'>): string {
  return isSecure(place) ? BROWSER_COOKIE.https : BROWSER_COOKIE.http
}

function isSecure({ console_origin }: Pick<Settings, 'console_origin'>): boolean {
  return console_origin.startsWith('https://')
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

/** The token of the browser in a request's cookies; null if there is none. */
export function browserToken(
  headers: IncomingHttpHeaders,
  place: Pick<Settings, 'console_origin'>,
): string | null {
  return sessionToken(headers, browserCookieName(place)) ?? null
}

/** The field that hands out a session, until the browser closes; `null` takes it back. */
export function sessionField(place: Place, token: string | null): string {
  return cookieField(place, `${sessionCookieName(place)}=${token ?? ''}`, token === null ? 0 : null)
}

/** The field by which a browser keeps its token, beyond the session. */
export function browserField(place: Place, token: string): string {
  return cookieField(place, `${browserCookieName(place)}=${token}`, BROWSER_LIFE_S)
}

function cookieField(place: Place, pair: string, life_s: number | null): string {
  const parts = [
    pair,
    `Path=${place.operator_path}`,
    ...(life_s === null ? [] : [`Max-Age=${life_s}`]),
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(place) ? ['Secure'] : []),
  ]
  return parts.join('; ')
}
