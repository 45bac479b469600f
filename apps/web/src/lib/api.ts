import { type Answer, answerOf, fileOf } from '@adtally/client/answer.ts'
import type { Call, OutputOf, RequestOf } from '@adtally/contract/call.ts'
import { IMAGE_PATH } from '@adtally/contract/service/files.ts'
import * as z from 'zod/mini'
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

interface RequestOptions {
  signal?: AbortSignal
  /** Sends the browser's own Accept-Language instead of the app's choice. */
  browser_language?: boolean
  /** The file for a call that takes a form (SPEC §7: FormData as is). */
  file?: Blob
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

/** One of the customer's uploaded images. Throws `ApiError` for a refusal, `ConnectionError` if no image came. */
export async function requestImage(file_id: string, signal: AbortSignal): Promise<Blob> {
  const address = `${base_path}${IMAGE_PATH}/${file_id}`
  return await fileOf(
    (media_type) => media_type.startsWith('image/'),
    (ends) => fetch(address, { headers: headers(), signal: ends }),
    UPLOAD_TIMEOUT_MS,
    signal,
  )
}

/** Sends a file once to an address that a call gave. Throws `ApiError`, or `ConnectionError` if no reply came. */
export async function putFile(address: string, file: Blob): Promise<void> {
  const { 'X-CT': _token, ...own } = headers()
  const as_file = { ...own, 'Content-Type': file.type }
  await answerOf(
    z.unknown(),
    (signal) => fetch(address, { method: 'PUT', headers: as_file, body: file, signal }),
    UPLOAD_TIMEOUT_MS,
  )
}

/** The file that a call answers. Throws `ApiError` for a refusal, `ConnectionError` if it did not arrive whole. */
export async function requestFile<C extends Call>(call: C, input: RequestOf<C> & object): Promise<Blob> {
  return await fileOf(
    (media_type) => media_type === call.answers_file,
    (signal) => send(call, input, signal, {}),
    FILE_TIMEOUT_MS,
  )
}

/** Sends a call; returns its data and the server's time. See `request`. */
export async function requestAnswer<C extends Call>(
  call: C,
  input: RequestOf<C> & object,
  options: RequestOptions = {},
): Promise<Answer<OutputOf<C>>> {
  return await answerOf<C['response']>(
    call.response,
    (signal) => send(call, input, signal, options),
    options.file ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS,
    options.signal,
  )
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
