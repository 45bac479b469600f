import { messageOf } from '../../database/start-error.ts'
import { traced } from '../../telemetry/tracing.ts'
import { BankFault } from './connector.ts'

/** A bank silent for this long is asked again later. */
const ANSWER_MS_MAX = 5_000
const REPLY_BYTES_MAX = 16 * 1024 * 1024

export interface BankRequest {
  method: 'GET' | 'PUT' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}

export interface BankReply {
  headers: Headers
  bytes: Buffer
}

/** Sends one request to a bank; its reply is bounded in time and size. Throws `BankFault`. */
export function askBank(request: BankRequest): Promise<BankReply> {
  return traced('bank.request', { kind: request.method }, () => ask(request))
}

async function ask({ url, ...request }: BankRequest): Promise<BankReply> {
  let response: Response
  try {
    response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS_MAX) })
  } catch (error) {
    throw new BankFault('unreachable', `The bank does not answer: ${messageOf(error)}`)
  }
  const bytes = await boundedBytes(response)
  if (!response.ok) throw new BankFault('refused', `The bank refuses the request with ${response.status}`)
  return { headers: response.headers, bytes }
}

async function boundedBytes({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of body ?? []) {
      bytes += piece.length
      if (bytes > REPLY_BYTES_MAX) throw new BankFault('reply_malformed', 'The bank’s reply is too long')
      pieces.push(piece)
    }
  } catch (error) {
    if (error instanceof BankFault) throw error
    throw new BankFault('unreachable', `The bank’s reply breaks off: ${messageOf(error)}`)
  }
  return Buffer.concat(pieces)
}
