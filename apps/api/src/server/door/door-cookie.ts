import type { IncomingHttpHeaders } from 'node:http'
import type { DoorFace } from './door.ts'

const TOKEN = /^[\w-]{43}$/

type OfCookie = Pick<DoorFace, 'origin' | 'cookie'>

/** The cookie's name at a door's origin. */
export function cookieName({ origin, cookie }: OfCookie): string {
  return origin.startsWith('https://') ? cookie.https : cookie.http
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

/** The field that hands out a session, until the browser closes; `null` takes it back. */
export function cookieField(face: OfCookie & Pick<DoorFace, 'path'>, token: string | null): string {
  const parts = [
    `${cookieName(face)}=${token ?? ''}`,
    `Path=${face.path}`,
    ...(token === null ? ['Max-Age=0'] : []),
    'HttpOnly',
    'SameSite=Strict',
    ...(face.origin.startsWith('https://') ? ['Secure'] : []),
  ]
  return parts.join('; ')
}
