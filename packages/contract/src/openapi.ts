import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { CALLS, TAGS, type Tag } from './calls.ts'
import { RAW_CALLS, type RawCall } from './raw-calls.ts'
import { COMMON_REASONS, REASONS, type Reason, STATUS_REASONS } from './reasons.ts'

export type Json = Record<string, unknown>

/** A schema as OpenAPI has it. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  })
  return rest
}

const membersSchema = z.object({ properties: z._default(z.record(z.string(), z.unknown()), {}) })

/** The members of a query. */
export function parametersOf(request: z.ZodMiniType): Json[] {
  const { properties, required } = schemaOf(request, 'input')
  const names = Object.entries((properties ?? {}) as Record<string, Json>)
  const requiredNames = Array.isArray(required) ? required : []
  return names.map(([name, schema]) => ({
    name,
    in: 'query',
    required: requiredNames.includes(name),
    schema,
  }))
}

function refusalSchema({
  refusals,
  auth,
  refusal_data,
}: Pick<Call, 'refusals' | 'auth' | 'refusal_data'>): Json {
  const reasons = [
    ...new Set([...refusals, ...COMMON_REASONS, ...(auth === 'public' ? [] : SESSION_REASONS)]),
  ]
  const more = refusal_data ? z.parse(membersSchema, schemaOf(refusal_data, 'output')).properties : {}
  return refusalOf(reasons, more)
}

/** The envelope of a refusal for one of these reasons; `more`: further members of its `data`. */
export function refusalOf(reasons: readonly Reason[], more: Json = {}): Json {
  return {
    type: 'object',
    title: 'Refusal',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { type: 'integer', enum: [...new Set(reasons.map((reason) => REASONS[reason]))].sort() },
      msg: { type: 'string', description: "In the caller's language" },
      data: {
        type: 'object',
        required: ['reason'],
        properties: {
          reason: { type: 'string', enum: reasons },
          field: { type: 'string' },
          bounds: BOUNDS,
          lang: { type: 'string' },
          deadline: { type: 'string', format: 'date-time' },
          ...more,
        },
      },
    },
  }
}

/** The bounds of the field's value, if it has any. */
const BOUNDS: Json = {
  type: 'object',
  description: 'What the value of `field` has to keep to',
  properties: {
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    length_min: { type: 'integer', description: 'In UTF-16 units' },
    length_max: { type: 'integer', description: 'In UTF-16 units' },
    items_min: { type: 'integer' },
    items_max: { type: 'integer' },
    bytes_max: { type: 'integer' },
    one_of: { type: 'array', items: { type: 'string' } },
    example: { type: 'string', description: 'A value that would do' },
  },
}

const SESSION_REASONS = [
  'not_signed_in',
  'account_not_activated',
  'account_disabled',
  'account_cancelled',
  'token_expired',
] as const

function bodyOf(call: Call): Json {
  const schema = schemaOf(call.request, 'input')
  if (!call.takes_form) return { 'application/json': { schema } }
  const { properties, required } = z.parse(formSchema, schema)
  return {
    'multipart/form-data': {
      schema: {
        ...schema,
        properties: { ...properties, file: { type: 'string', contentMediaType: 'application/octet-stream' } },
        required: [...required, 'file'],
      },
    },
  }
}

const formSchema = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z._default(z.array(z.string()), []),
})

/** Every operation's responses beside its own. */
export const REFERENCES = Object.keys(STATUS_REASONS).map((status) => [
  status,
  { $ref: `#/components/responses/Status${status}` },
])

/** Responses to requests that never reached a rule, by HTTP status. */
export function earlyResponses(): Json {
  const waiting = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } }
  const entries = Object.entries(STATUS_REASONS).map(([status, reasons]) => [
    `Status${status}`,
    {
      description: `Never reached a rule (${reasons.join(', ')}); the envelope all the same`,
      ...(WAITING.includes(status) && { headers: waiting }),
      content: { 'application/json': { schema: refusalOf(reasons) } },
    },
  ])
  return Object.fromEntries(entries)
}

/** Statuses after which a retry makes sense, with the time to wait. */
const WAITING = ['429', '503']

/** The envelope of a success. */
export function success(data: Json): Json {
  return {
    type: 'object',
    title: 'Success',
    required: ['code', 'msg', 'data'],
    properties: { code: { type: 'integer', const: 200 }, msg: { type: 'string' }, data },
  }
}

const ETAG = { description: 'Of the reading, without its `as_of`', schema: { type: 'string' } }
export const ANSWERED = 'Success, or a refusal by rule (the code says which)'

function bytesOf(media_type: string): Json {
  return { [media_type]: { schema: { type: 'string', contentMediaType: media_type } } }
}

function answersOf(call: Call): Json {
  if (call.answers_file !== undefined) {
    const refused = { 'application/json': { schema: refusalSchema(call) } }
    return { '200': { description: ANSWERED, content: { ...refused, ...bytesOf(call.answers_file) } } }
  }
  const schema = { oneOf: [success(schemaOf(call.response, 'output')), refusalSchema(call)] }
  const answer = { description: ANSWERED, content: { 'application/json': { schema } } }
  if (!call.is_conditional) return { '200': answer }
  return {
    '200': { ...answer, headers: { ETag: ETAG } },
    '304': {
      description: 'Unchanged: If-None-Match names this reading; the Date header is its `as_of`',
      headers: { ETag: ETAG },
    },
  }
}

function operationOf(call: Call): Json {
  return {
    ...headOf(call, tagOf(call)),
    parameters: [
      { $ref: '#/components/parameters/TimeZone' },
      ...(call.is_conditional ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
      ...(call.method === 'GET' ? parametersOf(call.request) : []),
    ],
    ...(call.method === 'POST' ? { requestBody: { required: true, content: bodyOf(call) } } : {}),
    responses: { ...answersOf(call), ...Object.fromEntries(REFERENCES) },
  }
}

function tagOf(call: Call): Tag {
  const tag = TAGS.get(call)
  if (tag === undefined) throw new Error(`${call.name} is no call of the contract`)
  return tag
}

function headOf({ name, summary, auth }: Pick<Call, 'name' | 'summary' | 'auth'>, tag: Tag): Json {
  return { operationId: name, summary, tags: [tag], security: auth === 'public' ? [{}] : [{ token: [] }] }
}

function rawOperationOf(call: RawCall): Json {
  const bytes = bytesOf(call.media_type)
  const refused = refusalSchema(call)
  const is_upload = call.method === 'PUT'
  const json = is_upload ? { oneOf: [success({ type: 'object' }), refused] } : refused
  return {
    ...headOf(call, call.tag),
    parameters: [{ name: parameterOf(call), in: 'path', required: true, schema: { type: 'string' } }],
    ...(is_upload && { requestBody: { required: true, content: bytes } }),
    responses: {
      '200': {
        description: ANSWERED,
        content: { 'application/json': { schema: json }, ...(!is_upload && bytes) },
      },
      ...Object.fromEntries(REFERENCES),
    },
  }
}

function parameterOf({ path }: RawCall): string {
  return path.slice(path.indexOf('{') + 1, -1)
}

/** How every document of ours begins. */
export const HEAD = {
  openapi: '3.1.0',
  info: {
    title: 'Adtally',
    version: '1',
    license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
  },
} as const

/** The OpenAPI 3.1 document, from the contract alone; `calls`: those to include. */
export function openApiDocument(base_path: string, calls: readonly Call[] = CALLS): Json {
  const paths: Record<string, Json> = {}
  const state = ({ path, method }: Call | RawCall, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  for (const call of calls) state(call, operationOf(call))
  for (const call of RAW_CALLS) state(call, rawOperationOf(call))
  return {
    ...HEAD,
    info: { ...HEAD.info, summary: 'An advertising network with a wallet that its customers can check' },
    servers: [{ url: base_path }],
    tags: [...new Set(calls.map(tagOf))].map((name) => ({
      name,
      description: `Calls of ${name}`,
    })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-CT' } },
      parameters: PARAMETERS,
      responses: earlyResponses(),
    },
  }
}

const PARAMETERS = {
  TimeZone: {
    name: 'X-TZ',
    in: 'header',
    required: false,
    description: 'Time-zone name and offset, such as `Asia/Bangkok GMT+07:00`; display only',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'ETags of readings that the caller has, or `*`',
    schema: { type: 'string' },
  },
}
