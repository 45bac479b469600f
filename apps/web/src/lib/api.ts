import type { Call, OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { CODES } from '@adtally/contract/reasons.ts'
import { IMAGE_PATH } from '@adtally/contract/service/files.ts'
import * as z from 'zod/mini'
import { ApiError, ConnectionError, refusalData, UnfitAnswerError } from './api-error.ts'
import { timeZoneHeader } from './device/time-zone.ts'
import { language } from './language.ts'
import { base_path } from './page-settings.ts'
import { takeEarlyAnswer } from './session/early-answers.ts'
import { session } from './session/session.ts'

const REQUEST_TIMEOUT_MS = 20_000
/** Allows for an image on a slow connection. */
const UPLOAD_TIMEOUT_MS = 60_000
/** Allows for an archive of everything, which is made during the request. */
const FILE_TIMEOUT_MS = 10 * 60_000

const envelope = z.object({ code: z.int(), msg: z.string(), data: z.unknown() })

interface RequestOptions {
  signal?: AbortSignal
  /** Sends the browser's own Accept-Language instead of the app's choice. */
  browser_language?: boolean
  /** The file for a call that takes a form (SPEC §7: FormData as is). */
  file?: Blob
}

/** A call's data with the server's time. */
export interface Answer<Data> {
  data: Data
  /** The reply's Date header: after a 304 the time of that check (PRODUCT §6). */
  answered_at: Date
}

function headers(browser_language = false): Record<string, string> {
  const token = session.get()?.token
  return {
    Accept: 'application/json',
    ...(browser_language ? {} : { 'Accept-Language': language.get() }),
    'X-TZ': timeZoneHeader(new Date()),
    ...(token ? { 'X-CT': token } : {}),
  }
}

function addressOf(call: Call, input: object): string {
  const address = `${base_path}${call.path}`
  if (call.method === 'POST') return address
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query.size > 0 ? `${address}?${query}` : address
}

function formOf(input: object, file: Blob): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.set(name, String(value))
  form.set('file', file, 'image')
  return form
}

async function send(
  call: Call,
  input: object,
  signal: AbortSignal,
  { browser_language, file }: RequestOptions,
): Promise<Response> {
  const own = headers(browser_language)
  const address = addressOf(call, input)
  const { method } = call
  if (method === 'GET')
    return takeEarlyAnswer(address, own, signal) ?? fetch(address, { method, headers: own, signal })
  if (file) return fetch(address, { method, headers: own, signal, body: formOf(input, file) })
  const as_json = { ...own, 'Content-Type': 'application/json' }
  return fetch(address, { method, headers: as_json, signal, body: JSON.stringify(input) })
}

function requestIdOf(response: Response): string | null {
  return response.headers.get('X-Request-Id')
}

/** Parses a reply's envelope. Throws `UnfitAnswerError` for any other answer of the server. */
async function envelopeOf(response: Response): Promise<z.infer<typeof envelope>> {
  const text = await response.text()
  try {
    return z.parse(envelope, JSON.parse(text))
  } catch (cause) {
    const request_id = requestIdOf(response)
    // Without an id the answer came from something between, not from the server.
    throw request_id === null ? new ConnectionError(cause) : new UnfitAnswerError(cause, request_id)
  }
}

/** A failed request's error: an unreadable answer as such, anything else as a lost connection. */
function failureOf(cause: unknown): Error {
  return cause instanceof UnfitAnswerError ? cause : new ConnectionError(cause)
}

function refusalOf({ code, msg, data }: z.infer<typeof envelope>, request_id: string | null): ApiError {
  return new ApiError(code, msg, z.safeParse(refusalData, data).data ?? {}, request_id)
}

/** One of the customer's uploaded images. Throws `ApiError` for a refusal, `ConnectionError` if no image came. */
export async function requestImage(file_id: string, signal: AbortSignal): Promise<Blob> {
  let refused: ApiError
  try {
    const address = `${base_path}${IMAGE_PATH}/${file_id}`
    const response = await fetch(address, {
      headers: headers(),
      signal: AbortSignal.any([signal, AbortSignal.timeout(UPLOAD_TIMEOUT_MS)]),
    })
    const type = response.headers.get('Content-Type') ?? ''
    if (response.ok && type.startsWith('image/')) return await response.blob()
    refused = refusalOf(await envelopeOf(response), requestIdOf(response))
  } catch (cause) {
    if (signal.aborted) throw cause
    throw failureOf(cause)
  }
  throw refused
}

/** Sends a file once to an address that a call gave. Throws `ApiError`, or `ConnectionError` if no reply came. */
export async function putFile(address: string, file: Blob): Promise<void> {
  let reply: z.infer<typeof envelope>
  let request_id: string | null
  try {
    const { 'X-CT': _token, ...own } = headers()
    const response = await fetch(address, {
      method: 'PUT',
      headers: { ...own, 'Content-Type': file.type },
      body: file,
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    })
    request_id = requestIdOf(response)
    reply = await envelopeOf(response)
  } catch (cause) {
    throw failureOf(cause)
  }
  if (reply.code !== CODES.success) throw refusalOf(reply, request_id)
}

/** The file that a call answers. Throws `ApiError` for a refusal, `ConnectionError` if it did not arrive whole. */
export async function requestFile<C extends Call>(call: C, input: RequestOf<C> & object): Promise<Blob> {
  let refused: ApiError
  try {
    const response = await send(call, input, AbortSignal.timeout(FILE_TIMEOUT_MS), {})
    if (response.ok && response.headers.get('Content-Type') === call.answers_file)
      return await response.blob()
    refused = refusalOf(await envelopeOf(response), requestIdOf(response))
  } catch (cause) {
    throw failureOf(cause)
  }
  throw refused
}

/** Sends a call; returns its data and the server's time. See `request`. */
export async function requestAnswer<C extends Call>(
  call: C,
  input: RequestOf<C> & object,
  options: RequestOptions = {},
): Promise<Answer<OutputOf<C>>> {
  const timeout = AbortSignal.timeout(options.file ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  let reply: z.infer<typeof envelope>
  let request_id: string | null
  let date: string | null
  try {
    const response = await send(call, input, signal, options)
    date = response.headers.get('Date')
    request_id = requestIdOf(response)
    reply = await envelopeOf(response)
  } catch (cause) {
    // A cancelled request has not failed: the query library must see the abort itself.
    if (options.signal?.aborted) throw cause
    throw failureOf(cause)
  }
  if (reply.code !== CODES.success) throw refusalOf(reply, request_id)
  const data = z.safeParse<C['response']>(call.response, reply.data)
  if (!data.success) throw new UnfitAnswerError(data.error, request_id)
  return { data: data.data, answered_at: date ? new Date(date) : new Date() }
}

/**
 * Sends a call of the contract (SPEC §7: JSON, X-CT, X-TZ) and returns its data, parsed by the call's schema. Throws
 * `ApiError` for a refusal, `ConnectionError` if no reply came, `UnfitAnswerError` if it breaks the contract.
 */
export async function request<C extends Call>(
  call: C,
  input: RequestOf<C> & object,
  options: RequestOptions = {},
): Promise<OutputOf<C>> {
  return (await requestAnswer(call, input, options)).data
}
