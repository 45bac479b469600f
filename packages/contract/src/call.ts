import type * as z from 'zod/mini'
import type { Reason } from './reasons.ts'

interface CallShape<Auth extends string, Request extends z.ZodMiniType, Response extends z.ZodMiniType> {
  /** The operation's id, camelCase, unique. */
  name: string
  method: 'GET' | 'POST'
  /** Below the base path. */
  path: `/${string}`
  /** `customer`: a full token; `restricted`: also that of a disabled or cancelled account (PRODUCT §7). */
  auth: Auth
  summary: string
  /** Whether the body is a form: the members of `request` as fields, and one `file`. */
  takes_form?: true
  /** JSON body of a POST, query string of a GET (where every value is text). Always a strict object. */
  request: Request
  /** The envelope's `data`. */
  response: Response
  /** Its own refusals; those of every call (malformed input, no sign-in …) are not repeated. */
  refusals: readonly Reason[]
  /** Extra members of some of its refusals' `data`: a strict object of optional members. */
  refusal_data?: z.ZodMiniType
  /** The media type of the file that it answers as an attachment; refusals still come in the envelope. */
  answers_file?: string
  /** Whether answers carry an ETag, and If-None-Match gets HTTP 304 without a body. */
  is_conditional?: true
}

export type PublicCall<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> = CallShape<'public', Request, Response>
export type CustomerCall<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> = CallShape<'customer' | 'restricted', Request, Response>
export type Call = PublicCall | CustomerCall

/** A call's input after parsing. */
export type InputOf<C extends Call> = z.infer<C['request']>
/** What a client passes: the input before parsing. */
export type RequestOf<C extends Call> = z.input<C['request']>
/** A call's `data`. */
export type OutputOf<C extends Call> = z.infer<C['response']>

/** A call's method and its path below the base path. */
type RequestLine = `${Call['method']} /${string}`
type Stated<C extends Call> = Omit<C, 'auth' | 'method' | 'path'>

/** Defines a call that needs no sign-in. */
export function publicCall<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  line: RequestLine,
  call: Stated<PublicCall<Request, Response>>,
): PublicCall<Request, Response> {
  return { ...call, ...addressIn(line), auth: 'public' }
}

/** Defines a call for signed-in customers. */
export function customerCall<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  line: RequestLine,
  call: Stated<CustomerCall<Request, Response>> & { auth?: 'restricted' },
): CustomerCall<Request, Response> {
  return { auth: 'customer', ...call, ...addressIn(line) }
}

function addressIn(line: RequestLine): Pick<Call, 'method' | 'path'> {
  const [before = '', ...path] = line.split('/')
  return { method: before === 'GET ' ? 'GET' : 'POST', path: `/${path.join('/')}` }
}
