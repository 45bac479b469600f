import type { ShownSubject } from '../verification/over-cap.ts'

/** A device that was shown something. */
export interface Show extends ShownSubject {
  /** Eight bytes, as Latin-1 text. */
  device: string
  shown_at_ms: number
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
const DEVICES_A_LINE = 300
const MINUTE_MS = 60_000

/**
 * Notices that tell shows: a line for each plan and minute, with the devices after it, since plans are few and devices
 * many.
 */
export function noticesOf({ sender, batch }: Origin, shows: readonly Show[]): string[] {
  const groups = Map.groupBy(
    shows,
    ({ plan_id, shown_at_ms }) => `${plan_id} ${Math.floor(shown_at_ms / MINUTE_MS)}`,
  )
  const lines = [...groups.values()].flatMap((group) => linesOf(group))
  const bodies: string[] = []
  let body = ''
  for (const line of lines) {
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
  return { sender, batch: Number(batch), is_last: is_last === '1', lines: text.slice(end + 1) }
}

/** The shows that a notice tells. */
export function showsIn({ lines }: Notice): Show[] {
  return lines.split('\n').flatMap(showsOf)
}

function linesOf(group: readonly Show[]): string[] {
  const [first] = group
  if (!first) return []
  const { plan_id, product_id, advertiser_id, shown_at_ms } = first
  const minute = Math.floor(shown_at_ms / MINUTE_MS)
  const devices = group.map(({ device }) => Buffer.from(device, 'latin1').toString('base64url'))
  const lines: string[] = []
  for (let from = 0; from < devices.length; from += DEVICES_A_LINE) {
    const some = devices.slice(from, from + DEVICES_A_LINE).join(' ')
    lines.push(`\n${minute} ${plan_id} ${product_id} ${advertiser_id} ${some}`)
  }
  return lines
}

function showsOf(line: string): Show[] {
  const [minute = '', plan_id = '', product_id = '', advertiser_id = '', ...devices] = line.split(' ')
  const shown_at_ms = Number(minute) * MINUTE_MS
  return devices.map((device) => ({
    plan_id,
    product_id,
    advertiser_id,
    device: Buffer.from(device, 'base64url').toString('latin1'),
    shown_at_ms,
  }))
}
