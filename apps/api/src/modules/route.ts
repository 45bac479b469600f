import type { Readable } from 'node:stream'
import type { Call, CustomerCall, PublicCall } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import type { Reason } from '@adtally/contract/reasons.ts'
import type * as z from 'zod/mini'
import { parseInput } from '../lib/parse-input.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Settings } from '../settings.ts'
import type { Services } from './services.ts'

/** The signed-in customer behind a request: from the session kept in memory, checked before the action. */
export interface Caller {
  customer_id: string
  session_id: string
  /** When the session was opened; its use since then does not move it. */
  session_began_at: Date
  /** `restricted`: a disabled or cancelled account's token, good for calls whose auth is `restricted`. */
  access: 'full' | 'restricted'
  /** The account's status as a refusal, where it is why access is restricted (SPEC §8). */
  restricted_because?: Reason
}

/** What the server knows of a request beside its input. */
export interface RequestContext {
  services: Services
  /** From the customer's setting, else Accept-Language. */
  language: Language
  /** From X-TZ: an IANA name, display only; `UTC` when absent or unknown. */
  time_zone: string
  /** The peer's address, for limits only. */
  address: string
  /** The User-Agent header, by which a customer recognises a session. */
  user_agent: string | undefined
  /** The X-CT header as it came: at a sign-in what its device had of a session until now, judged by nobody yet. */
  session_token: string | undefined
  /** The If-None-Match header. */
  if_none_match: string | undefined
}

/** A reply whose `data` is already JSON text, for a measured hot path; `body: null` answers 304. */
export class RenderedReply {
  readonly body: string | null
  readonly etag: string

  constructor(body: string | null, etag: string) {
    this.body = body
    this.etag = etag
  }
}

/** A file in the envelope's place, of a call that `answers_file`: sent as it is read, and closed whatever becomes of it. */
export class FileReply {
  readonly file_name: string
  readonly media_type: string
  readonly bytes: number
  readonly content: Readable

  constructor(file: Pick<FileReply, 'file_name' | 'media_type' | 'bytes' | 'content'>) {
    this.file_name = file.file_name
    this.media_type = file.media_type
    this.bytes = file.bytes
    this.content = file.content
  }
}

type Reply<Response extends z.ZodMiniType> =
  | z.infer<Response>
  | RenderedReply
  | Promise<z.infer<Response> | RenderedReply>

/** What is left to do for a parsed input: `caller` is null where nobody is signed in. Throws `Refusal`. */
export type PreparedCall = (caller: Caller | null, context: RequestContext) => unknown

/** One call served: authentication and presenting the envelope are the server's. */
export interface Route {
  call: Call
  /** Parses an input, which is all that depends on nobody. Throws `Refusal`. */
  prepare(input: unknown): PreparedCall
  /** A GET that open screens repeat each second: answered ahead of the router, its query prepared once. */
  is_polled?: boolean
  /** Where the call is there at all; everywhere if not said. */
  isServed?(settings: Settings): boolean
}

/** Binds a call that needs no sign-in to its handler. */
export function publicRoute<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  call: PublicCall<Request, Response>,
  handle: (input: z.infer<Request>, context: RequestContext) => Reply<Response>,
): Route {
  return {
    call,
    prepare: (given) => {
      const input = parseInput(call.request, given)
      return (_caller, context) => handle(input, context)
    },
  }
}

/** Binds a call for signed-in customers to its handler, which authorises, calls the action and presents. */
export function customerRoute<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  call: CustomerCall<Request, Response>,
  handle: (input: z.infer<Request>, caller: Caller, context: RequestContext) => Reply<Response>,
): Route {
  return signedInRoute(call, handle)
}

/** As `customerRoute`, for a call that answers a file. */
export function fileRoute<Request extends z.ZodMiniType>(
  call: CustomerCall<Request> & { answers_file: string },
  handle: (input: z.infer<Request>, caller: Caller, context: RequestContext) => Promise<FileReply>,
): Route {
  return signedInRoute(call, handle)
}

function signedInRoute<Request extends z.ZodMiniType>(
  call: CustomerCall<Request>,
  handle: (input: z.infer<Request>, caller: Caller, context: RequestContext) => unknown,
): Route {
  return {
    call,
    prepare: (given) => {
      const input = parseInput(call.request, given)
      return (caller, context) => {
        if (!caller) throw new Refusal('not_signed_in')
        return handle(input, caller, context)
      }
    },
  }
}

/** What a form holds: its fields as text, and its one file. */
export interface FormParts {
  fields: Record<string, string>
  file: Buffer | null
}

/** A form that was not read yet: it is, once the sender is known. */
export class FormBody {
  /** Throws `Refusal` where the form is malformed or its file too large. */
  readonly read: () => Promise<FormParts>

  constructor(read: () => Promise<FormParts>) {
    this.read = read
  }
}

/** As `customerRoute`, for a call that takes a form with one file. */
export function formRoute<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  call: CustomerCall<Request, Response>,
  handle: (
    input: z.infer<Request>,
    file: Buffer,
    caller: Caller,
    context: RequestContext,
  ) => Promise<z.infer<Response>>,
): Route {
  return {
    call,
    prepare: (given) => {
      const read = given instanceof FormBody ? given.read : async () => ({ fields: given, file: null })
      return async (caller, context) => {
        if (!caller) throw new Refusal('not_signed_in')
        const { fields, file } = await read()
        const input = parseInput(call.request, fields)
        if (!file) throw new Refusal('field_required', { field: 'file' })
        return await handle(input, file, caller, context)
      }
    },
  }
}

/** Whether this caller may use this call at all: asked before its input is looked at. Throws `Refusal`. */
export function authorise(call: Call, caller: Caller): void {
  if (caller.access === 'restricted' && call.auth !== 'restricted') {
    throw new Refusal(caller.restricted_because ?? 'not_signed_in')
  }
}
