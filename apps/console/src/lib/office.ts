import { answerOf, fileOf, type Send } from '@adtally/client/answer.ts'
import { ApiError } from '@adtally/client/api-error.ts'
import { CODES } from '@adtally/contract/reasons.ts'
import type * as z from 'zod/mini'
import { theDesk } from './desk.ts'
import { language } from './language.ts'
import { noteBuild } from './page-build.ts'
import { session, untilBack, untilProved } from './session.ts'

const REQUEST_TIMEOUT_MS = 30_000
/** Allows for a bank's statement of a month on a slow connection. */
const FILE_TIMEOUT_MS = 5 * 60_000

const JSON_TYPE = 'application/json'

/** What is sent to the desk's calls: values of fields, and files by the field that takes them. */
export interface Asked {
  method: 'GET' | 'POST'
  /** The last part of the path. */
  name: string
  input?: Readonly<Record<string, unknown>>
  files?: Readonly<Record<string, File>>
  signal?: AbortSignal | undefined
}

function headers(): Record<string, string> {
  const now = session.get()
  const { page, person } = theDesk().headers
  return {
    Accept: 'application/json',
    'Accept-Language': language.get(),
    [page.name]: page.value,
    // Another window may have changed the cookie: what is asked here is asked as who is shown here.
    ...(now.at !== 'nobody' && { [person]: now.person.person_id }),
  }
}

function hasFiles({ files = {} }: Asked): boolean {
  return Object.keys(files).length > 0
}

/** An input as texts: of a list, a member each. */
function textsOf(input: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(input).flatMap(([name, value]): [string, string][] =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
  )
}

function formOf({ input = {}, files = {} }: Asked): FormData {
  const form = new FormData()
  // Texts first: a server that reads the parts as they come then knows what the file is for.
  for (const [name, text] of textsOf(input)) form.append(name, text)
  for (const [name, file] of Object.entries(files)) form.set(name, file, file.name)
  return form
}

function sending(asked: Asked): Send {
  const { method, name, input = {} } = asked
  const address = `${theDesk().path}/${name}`
  return (signal) => {
    if (method === 'GET') {
      const query = new URLSearchParams(textsOf(input))
      return exchange(query.size > 0 ? `${address}?${query}` : address, { headers: headers(), signal })
    }
    if (hasFiles(asked)) return exchange(address, { method, headers: headers(), body: formOf(asked), signal })
    const as_json = { ...headers(), 'Content-Type': 'application/json' }
    return exchange(address, { method, headers: as_json, body: JSON.stringify(input), signal })
  }
}

async function exchange(address: string, request: RequestInit): Promise<Response> {
  const response = await fetch(address, request)
  noteBuild(response.headers)
  return response
}

/** Whether a refusal means that the session is over. */
export function isSessionOver({ code }: ApiError): boolean {
  return code === CODES.not_signed_in || code === CODES.token_expired
}

/** Goes on with the same request once its person has proved again who they are. */
async function asPerson<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isSessionOver(error)) await untilBack(error)
      else if (error.data.reason === 'proof_stale') await untilProved(error)
      else throw error
    }
  }
}

/**
 * A call about the session itself, which no lock waits for. Throws `ApiError` for a refusal, `ConnectionError` if no
 * reply came, `UnfitAnswerError` if it breaks the contract.
 */
export async function askSession<Schema extends z.ZodMiniType>(
  schema: Schema,
  asked: Asked,
): Promise<z.infer<Schema>> {
  const timeout_ms = hasFiles(asked) ? FILE_TIMEOUT_MS : REQUEST_TIMEOUT_MS
  return (await answerOf(schema, sending(asked), timeout_ms, asked.signal)).data
}

/** As `askSession`, of an act: a session that ends meanwhile locks the screen, and the same request goes on after it. */
export async function askOffice<Schema extends z.ZodMiniType>(
  schema: Schema,
  asked: Asked,
): Promise<z.infer<Schema>> {
  return await asPerson(() => askSession(schema, asked))
}

/** As `askOffice`, of an act that answers a file of this media type; after the slash it may say `*`. */
export async function takeFile(media_type: string, asked: Asked): Promise<Blob> {
  const wanted = media_type.replace(/\*(\/\*)?$/, '')
  // Refusals come in the envelope, which is JSON.
  const isFile = (type: string) => type.startsWith(wanted) && (wanted !== '' || !type.startsWith(JSON_TYPE))
  return await asPerson(() => fileOf(isFile, sending(asked), FILE_TIMEOUT_MS, asked.signal))
}
