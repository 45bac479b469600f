import { CODES } from '@adtally/contract/reasons.ts'
import * as z from 'zod/mini'
import { ApiError, ConnectionError, refusalData, UnfitAnswerError } from './api-error.ts'

const envelope = z.object({ code: z.int(), msg: z.string(), data: z.unknown() })
type Envelope = z.infer<typeof envelope>

/** A call's data with the server's time. */
export interface Answer<Data> {
  data: Data
  /** The reply's Date header: after a 304 the time of that check (PRODUCT §6). */
  answered_at: Date
}

/** Sends a request; `signal` cancels it. */
export type Send = (signal: AbortSignal) => Promise<Response>

interface Patience {
  timeout_ms: number
  /** Cancels the request; its abort is then thrown as it is. */
  signal?: AbortSignal | undefined
}

function requestIdOf(response: Response): string | null {
  return response.headers.get('X-Request-Id')
}

/** Parses a reply's envelope. Throws `UnfitAnswerError` for any other answer of the server. */
async function envelopeOf(response: Response): Promise<Envelope> {
  const text = await response.text()
  try {
    return z.parse(envelope, JSON.parse(text))
  } catch (cause) {
    const request_id = requestIdOf(response)
    // Without an id the answer came from something between, not from the server.
    throw request_id === null ? new ConnectionError(cause) : new UnfitAnswerError(cause, request_id)
  }
}

function refusalOf({ code, msg, data }: Envelope, request_id: string | null): ApiError {
  return new ApiError(code, msg, z.safeParse(refusalData, data).data ?? {}, request_id)
}

/** Sends, and reads what came; anything that is not readable as such is a lost connection. */
async function exchange<Read>(
  send: Send,
  { timeout_ms, signal }: Patience,
  read: (response: Response) => Promise<Read>,
): Promise<Read> {
  const timeout = AbortSignal.timeout(timeout_ms)
  try {
    return await read(await send(signal ? AbortSignal.any([signal, timeout]) : timeout))
  } catch (cause) {
    // A cancelled request has not failed: the query library must see the abort itself.
    if (signal?.aborted) throw cause
    throw cause instanceof UnfitAnswerError ? cause : new ConnectionError(cause)
  }
}

/**
 * What a request answers in the envelope (SPEC §7), parsed by `schema`, with the server's time. Throws `ApiError` for a
 * refusal, `ConnectionError` if no reply came, `UnfitAnswerError` if it breaks the contract.
 */
export async function answerOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  send: Send,
  patience: Patience,
): Promise<Answer<z.infer<Schema>>> {
  const { reply, request_id, date } = await exchange(send, patience, async (response) => ({
    date: response.headers.get('Date'),
    request_id: requestIdOf(response),
    reply: await envelopeOf(response),
  }))
  if (reply.code !== CODES.success) throw refusalOf(reply, request_id)
  const data = z.safeParse<Schema>(schema, reply.data)
  if (!data.success) throw new UnfitAnswerError(data.error, request_id)
  return { data: data.data, answered_at: date ? new Date(date) : new Date() }
}

/**
 * The reply that brings a file, if `isFile` says so of its media type; its body is still to be read. Throws `ApiError`
 * for a refusal, `ConnectionError` if the file did not arrive whole.
 */
export async function fileOf(
  isFile: (media_type: string) => boolean,
  send: Send,
  patience: Patience,
): Promise<Blob> {
  const came = await exchange(send, patience, async (response) => {
    if (response.ok && isFile(response.headers.get('Content-Type') ?? '')) return await response.blob()
    return { reply: await envelopeOf(response), request_id: requestIdOf(response) }
  })
  if (came instanceof Blob) return came
  throw refusalOf(came.reply, came.request_id)
}
