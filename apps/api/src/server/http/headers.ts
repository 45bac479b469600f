import { memoized } from '../../lib/memoized.ts'
import { canonicalZone } from '../../lib/time-zones.ts'

const readTimeZone = memoized((header): string => {
  const name = header.slice(0, 80).split(' ')[0] ?? ''
  return canonicalZone(name) ?? 'UTC'
})

/** The IANA zone of an X-TZ header such as `Asia/Bangkok GMT+07:00` (SPEC §7); `UTC` for anything else. */
export function timeZoneOf(header: string | undefined): string {
  return header === undefined ? 'UTC' : readTimeZone(header)
}

let second = -1
let text = ''

/** An HTTP date, formatted once a second. */
export function httpDate(now_ms: number): string {
  const now_s = Math.floor(now_ms / 1000)
  if (now_s !== second) {
    second = now_s
    text = new Date(now_s * 1000).toUTCString()
  }
  return text
}
