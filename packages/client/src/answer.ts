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

/** A reply in the envelope, with its `X-Request-Id`. */
type Reply = Envelope & { request_id: string | null }

/** Parses a reply's envelope. Throws `UnfitAnswerError` for any other answer of the server. */
async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  const request_id = response.headers.get('X-Request-Id')
  try {
    return { ...z.parse(envelope, JSON.parse(text)), request_id }
  } catch (cause) {
    // Without an id the answer came from something between, not from the server.
    throw request_id === null ? new ConnectionError(cause) : new UnfitAnswerError(cause, request_id)
  }
}

function refusalOf({ code, msg, data, request_id }: Reply): ApiError {
  return new ApiError(code, msg, z.safeParse(refusalData, data).data ?? {}, request_id)
}

/** Sends, and reads what came; anything that is not readable as such is a lost connection. */
async function exchange<Read>(
  read: (response: Response) => Promise<Read>,
  send: Send,
  timeout_ms: number,
  signal: AbortSignal | undefined,
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
 * What a request answers in the envelope (SPEC §7), parsed by `schema`, with the server's time. `signal` cancels it: the abort
 * is then thrown as it is. Throws `ApiError` for a
 * refusal, `ConnectionError` if no reply came, `UnfitAnswerError` if it breaks the contract.
 */
export async function answerOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  send: Send,
  timeout_ms: number,
  signal?: AbortSignal,
): Promise<Answer<z.infer<Schema>>> {
  let date: string | null = null
  const read = (response: Response) => {
    date = response.headers.get('Date')
    return replyOf(response)
  }
  const reply = await exchange(read, send, timeout_ms, signal)
  if (reply.code !== CODES.success) throw refusalOf(reply)
  const data = z.safeParse<Schema>(schema, reply.data)
  if (!data.success) throw new UnfitAnswerError(data.error, reply.request_id)
  return { data: data.data, answered_at: date ? new Date(date) : new Date() }
}

/**
 * The file that a request answers, if `isFile` says so of its media type. Throws `ApiError` for a refusal,
 * `ConnectionError` if the file did not arrive whole.
 */
export async function fileOf(
  isFile: (media_type: string) => boolean,
  send: Send,
  timeout_ms: number,
  signal?: AbortSignal,
): Promise<Blob> {
  const read = (response: Response): Promise<Blob | Reply> =>
    response.ok && isFile(response.headers.get('Content-Type') ?? '') ? response.blob() : replyOf(response)
  const came = await exchange(read, send, timeout_ms, signal)
  if (came instanceof Blob) return came
  throw refusalOf(came)
}
