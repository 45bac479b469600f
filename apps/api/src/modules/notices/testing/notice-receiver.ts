import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { portOf } from '../../../lib/addresses/port-of.ts'

/** One received notice. */
export interface ReceivedNotice {
  path: string
  id: string
  timestamp: string
  signature: string
  content_type: string
  body: string
}

/** An advertiser's server on this machine. */
export interface NoticeReceiver {
  url: string
  received: ReceivedNotice[]
  /** Answers to the next notices, in turn; by default 204. */
  answers: { status: number; headers?: Record<string, string>; after?: Promise<void> }[]
  stop(): Promise<void>
}

/** Starts one. */
export async function startNoticeReceiver(): Promise<NoticeReceiver> {
  const received: ReceivedNotice[] = []
  const answers: NoticeReceiver['answers'] = []
  const server = createServer(async (request, reply) => {
    const { headers, url: path = '' } = request
    received.push({
      path,
      id: String(headers['webhook-id']),
      timestamp: String(headers['webhook-timestamp']),
      signature: String(headers['webhook-signature']),
      content_type: String(headers['content-type']),
      body: await text(request),
    })
    const answer = answers.shift() ?? { status: 204 }
    await answer.after
    reply.writeHead(answer.status, answer.headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server)}/notices`,
    received,
    answers,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Whether a notice is signed by this secret, as Standard Webhooks has a receiver check it; written from that alone. */
export function isSignedBy(secret: string, { id, timestamp, signature, body }: ReceivedNotice): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return signature.split(' ').includes(`v1,${right}`)
}
