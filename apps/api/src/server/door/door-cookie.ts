import type { IncomingHttpHeaders } from 'node:http'
import type { CookieNames, DoorFace } from './door.ts'

const TOKEN = /^[\w-]{43}$/
/** How long a browser is known that nobody signs in with; browsers themselves allow no more. */
const BROWSER_LIFE_S = 400 * 86_400

type OfCookie = Pick<DoorFace, 'origin' | 'cookie'>
type OfField = Pick<DoorFace, 'origin' | 'path'>
type OfBrowser = Pick<DoorFace, 'origin' | 'browser_cookie'>

/** The cookie's name at a door's origin. */
export function cookieName({ origin, cookie }: OfCookie): string {
  return nameAt(origin, cookie)
}

function nameAt(origin: string, { https, http }: CookieNames): string {
  return origin.startsWith('https://') ? https : http
}

/**
 * The session's token in a request's cookies; undefined if there is none. Two cookies of the name are none: one of them was
 * planted by another page of the same host, and nobody can tell which.
 */
export function tokenIn({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
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
  { origin, browser_cookie }: OfBrowser,
): string | null {
  return browser_cookie === null ? null : (tokenIn(headers, nameAt(origin, browser_cookie)) ?? null)
}

/** The field that hands out a session, until the browser closes; `null` takes it back. */
export function cookieField(face: OfCookie & OfField, token: string | null): string {
  return fieldOf(face, `${cookieName(face)}=${token ?? ''}`, token === null ? 0 : null)
}

/** The field by which a browser keeps its token, beyond the session; null at a door that tells no browsers apart. */
export function browserField(face: OfBrowser & OfField, token: string): string | null {
  const { origin, browser_cookie } = face
  return browser_cookie && fieldOf(face, `${nameAt(origin, browser_cookie)}=${token}`, BROWSER_LIFE_S)
}

function fieldOf({ origin, path }: OfField, pair: string, life_s: number | null): string {
  const parts = [
    pair,
    `Path=${path}`,
    ...(life_s === null ? [] : [`Max-Age=${life_s}`]),
    'HttpOnly',
    'SameSite=Strict',
    ...(origin.startsWith('https://') ? ['Secure'] : []),
  ]
  return parts.join('; ')
}
