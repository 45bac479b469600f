import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { CALLS } from './calls.ts'
import { COMMON_REASONS, REASONS } from './reasons.ts'

type Json = Record<string, unknown>

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  })
  return rest
}

function parametersOf(call: Call): Json[] {
  const { properties, required } = schemaOf(call.request, 'input')
  const names = Object.entries((properties ?? {}) as Record<string, Json>)
  const requiredNames = Array.isArray(required) ? required : []
  return names.map(([name, schema]) => ({
    name,
    in: 'query',
    required: requiredNames.includes(name),
    schema,
  }))
}

function refusalSchema(call: Call): Json {
  const reasons = [
    ...new Set([...call.refusals, ...COMMON_REASONS, ...(call.auth === 'public' ? [] : SESSION_REASONS)]),
  ]
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
          lang: { type: 'string' },
          deadline: { type: 'string', format: 'date-time' },
        },
      },
    },
  }
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

function operationOf(call: Call): Json {
  const accepted = {
    type: 'object',
    title: 'Success',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { type: 'integer', const: 200 },
      msg: { type: 'string' },
      data: schemaOf(call.response, 'output'),
    },
  }
  const answer = {
    description: 'Success, or a refusal by rule (the code says which)',
    content: { 'application/json': { schema: { oneOf: [accepted, refusalSchema(call)] } } },
  }
  const early = { $ref: '#/components/responses/Early' }
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.tag],
    security: call.auth === 'public' ? [{}] : [{ token: [] }],
    parameters: [
      { $ref: '#/components/parameters/TimeZone' },
      ...(call.method === 'GET' ? parametersOf(call) : []),
    ],
    ...(call.method === 'POST'
      ? {
          requestBody: {
            required: true,
            content: bodyOf(call),
          },
        }
      : {}),
    responses: { '200': answer, '413': early, '429': early, '503': early },
  }
}

/** The OpenAPI 3.1 document of every call, served and printed from the contract alone. */
export function openApiDocument(base_path: string): Json {
  const paths: Record<string, Json> = {}
  for (const call of CALLS)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Adtally',
      version: '1',
      summary: 'An advertising network with a wallet that its customers can check',
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: base_path }],
    tags: [...new Set(CALLS.map(({ tag }) => tag))].map((name) => ({
      name,
      description: `Calls of ${name}`,
    })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-CT' } },
      parameters: {
        TimeZone: {
          name: 'X-TZ',
          in: 'header',
          required: false,
          description: 'Time-zone name and offset, such as `Asia/Bangkok GMT+07:00`; display only',
          schema: { type: 'string' },
        },
      },
      responses: {
        Early: {
          description:
            'Never reached a rule: too large, too many, or still starting; the envelope all the same',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['code', 'msg', 'data'],
                properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: { type: 'object' } },
              },
            },
          },
        },
      },
    },
  }
}
