import { Refusal } from '../../lib/refusal.ts'
import { traced } from '../../telemetry/tracing.ts'
import { askJudged, type JudgedBounds, targetOf } from '../judged-request.ts'
import { noticeFields } from './notice-signature.ts'

/** For a whole try: looking up the name, connecting, and the head of the answer. */
const SEND_TIME_MAX_MS = 10_000

/** What a try came to: `is_taken` by an answer of 2xx alone; `answer` says in a word or two what was said. */
export interface Tried {
  is_taken: boolean
  answer: string
}

/**
 * Brings one message to its receiver's address, signed anew for this try. Follows no redirection and reads nothing of the
 * answer but its status. Never throws: whatever goes wrong is an answer.
 */
export async function sendNotice(
  bounds: JudgedBounds,
  message: {
    message_id: string
    url: string
    body: string
    /** The secrets to sign by; throws where one can't be opened. */
    opened(): readonly string[]
    now_ms: number
  },
): Promise<Tried> {
  const { message_id, url, body: text, opened, now_ms } = message
  try {
    const target = targetOf(url, bounds)
    const body = Buffer.from(text)
    const timestamp_s = Math.floor(now_ms / 1000)
    const headers = {
      ...noticeFields(opened(), { message_id, timestamp_s, body: text }),
      'content-type': 'application/json',
      'content-length': String(body.byteLength),
    }
    const signal = AbortSignal.timeout(SEND_TIME_MAX_MS)
    const reply = await traced('notices.send', {}, () =>
      askJudged(target, { method: 'POST', headers, body }, bounds, signal),
    )
    reply.destroy()
    const status = reply.statusCode ?? 0
    return { is_taken: status >= 200 && status < 300, answer: `HTTP ${status}` }
  } catch (error) {
    return { is_taken: false, answer: error instanceof Refusal ? error.reason : 'no answer' }
  }
}
