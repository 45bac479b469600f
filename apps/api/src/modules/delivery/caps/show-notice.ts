import type { ShownSubject } from '../verification/over-cap.ts'

/** A device is eight bytes, as Latin-1 text. */
export const DEVICE_LENGTH = 8
export const MINUTE_MS = 60_000

/** Devices that were shown something within a minute. */
export interface Shown {
  readonly subject: ShownSubject
  /** Since 1970. */
  readonly minute: number
  /** One after another, a device as often as it was shown it. */
  devices: string
}

/** Of which node and batch a notice is; a batch may take several. */
interface Origin {
  sender: string
  batch: number
}

interface Notice extends Origin {
  /** The last of its batch. */
  is_last: boolean
  lines: string
}

/** Below PostgreSQL's 8,000 bytes with the line that says whose it is. */
const LINES_BYTES_MAX = 7_800
const LINE_LENGTH_MAX = 600 * DEVICE_LENGTH

/** Notices that tell what was shown: a line for each plan, with its devices, since plans are few and devices many. */
export function noticesOf({ sender, batch }: Origin, shown: readonly Shown[]): string[] {
  const bodies: string[] = []
  let body = ''
  for (const line of shown.flatMap(linesOf)) {
    if (body !== '' && body.length + line.length > LINES_BYTES_MAX) {
      bodies.push(body)
      body = ''
    }
    body += line
  }
  bodies.push(body)
  return bodies.map((text, index) => `${sender} ${batch} ${index === bodies.length - 1 ? 1 : 0}${text}`)
}

/** Reads whose a notice is; null for what is none. */
export function readNotice(text: string): Notice | null {
  const end = text.indexOf('\n')
  const [sender = '', batch, is_last] = text.slice(0, end === -1 ? undefined : end).split(' ')
  if (batch === undefined || is_last === undefined) return null
  return {
    sender,
    batch: Number(batch),
    is_last: is_last === '1',
    lines: end === -1 ? '' : text.slice(end + 1),
  }
}

/** What a notice tells. */
export function shownIn({ lines }: Notice): Shown[] {
  if (lines === '') return []
  return lines.split('\n').map((line) => {
    const [minute = '', plan_id = '', product_id = '', advertiser_id = '', devices = ''] = line.split(' ')
    return {
      subject: { plan_id, product_id, advertiser_id },
      minute: Number(minute),
      devices: Buffer.from(devices, 'base64').toString('latin1'),
    }
  })
}

function linesOf({ subject: { plan_id, product_id, advertiser_id }, minute, devices }: Shown): string[] {
  const lines: string[] = []
  for (let from = 0; from < devices.length; from += LINE_LENGTH_MAX) {
    const some = Buffer.from(devices.slice(from, from + LINE_LENGTH_MAX), 'latin1').toString('base64')
    lines.push(`\n${minute} ${plan_id} ${product_id} ${advertiser_id} ${some}`)
  }
  return lines
}
