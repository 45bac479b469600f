import * as z from 'zod/mini'
import { requestId } from '../../fields.ts'
import {
  ANSWERED,
  earlyResponses,
  HEAD,
  type Json,
  parametersOf,
  REFERENCES,
  refusalOf,
  schemaOf,
  success,
} from '../../openapi.ts'
import { COMMON_STAFF_REASONS, type Reason } from '../../reasons.ts'
import { OFFICE_HEADER, OFFICE_HEADER_VALUE, OPEN_STAFF_CALLS, type OpenStaffCall } from './session.ts'
import type { StaffCall } from './staff-call.ts'

/** One operation of a document of a door: an act, or a call about the session. */
export interface StatedOperation {
  name: string
  summary: string
  note?: string | undefined
  tag: string
  method: 'get' | 'post'
  is_open: boolean
  request: z.ZodMiniType
  response: z.ZodMiniType
  refusals: readonly Reason[]
}

/** What a door's document says of it. */
export interface DoorDocument {
  summary: string
  /** Where its calls are. */
  path: string
  /** The name of the session's cookie. */
  cookie: string
  header: { name: string; value: string }
}

/** The OpenAPI 3.1 document of the office's calls; `cookie`: the name of the session's. */
export function officeApiDocument(operator_path: string, calls: readonly StaffCall[], cookie: string): Json {
  return doorDocument(
    {
      summary: 'The office: what staff may do, each act by the roles that it names',
      path: operator_path,
      cookie,
      header: { name: OFFICE_HEADER, value: OFFICE_HEADER_VALUE },
    },
    [...calls.map(ofAct), ...OPEN_STAFF_CALLS.map(ofSession)],
  )
}

/** The OpenAPI 3.1 document of what is served at one door. */
export function doorDocument(
  { summary, path, cookie, header }: DoorDocument,
  stated: readonly StatedOperation[],
): Json {
  return {
    ...HEAD,
    info: { ...HEAD.info, summary },
    servers: [{ url: path }],
    tags: [...new Set(stated.map(({ tag }) => tag))].map((name) => ({
      name,
      description: `Calls of ${name}`,
    })),
    paths: Object.fromEntries(stated.map((call) => [`/${call.name}`, { [call.method]: operationOf(call) }])),
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
      parameters: {
        OwnPage: {
          name: header.name,
          in: 'header',
          required: true,
          description: 'What no page of another site can send',
          schema: { type: 'string', const: header.value },
        },
      },
      responses: earlyResponses(),
    },
  }
}

/** An act takes the id of its intention where doing it again is something else. */
function ofAct(call: StaffCall): StatedOperation {
  const { name, summary, note, area, kind, roles, approval, once, response } = call
  const takes_id = kind === 'propose' || once === true
  return {
    name,
    summary,
    note: [note, `Roles: ${roles.join(', ')}`, approval && `Approved by: ${approval.roles.join(', ')}`]
      .filter(Boolean)
      .join('. '),
    tag: area,
    method: kind === 'read' ? 'get' : 'post',
    is_open: false,
    request: takes_id ? withRequestId(call.request) : call.request,
    response,
    refusals: [...call.refusals, ...(approval?.refusals ?? []), ...COMMON_STAFF_REASONS],
  }
}

/** What an act takes beside its own, where doing it again is something else. */
export function withRequestId(request: z.ZodMiniObject): z.ZodMiniObject {
  return z.strictObject({ ...request.shape, request_id: z.optional(requestId) })
}

/** A call about the session, whoever's. */
export function ofSession({
  name,
  method,
  by,
  summary,
  request,
  response,
  refusals,
}: OpenStaffCall): StatedOperation {
  return {
    ...{ name, summary, request, response },
    tag: 'session',
    method: method === 'GET' ? 'get' : 'post',
    is_open: by === 'nobody',
    refusals: [...refusals, ...COMMON_STAFF_REASONS],
  }
}

function operationOf({
  name,
  summary,
  note,
  tag,
  method,
  is_open,
  request,
  response,
  refusals,
}: StatedOperation): Json {
  const schema = { oneOf: [success(schemaOf(response, 'output')), refusalOf([...new Set(refusals)])] }
  return {
    operationId: name,
    summary,
    ...(note && { description: note }),
    tags: [tag],
    security: is_open ? [{}] : [{ session: [] }],
    parameters: [
      { $ref: '#/components/parameters/OwnPage' },
      ...(method === 'get' ? parametersOf(request) : []),
    ],
    ...(method === 'post' && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(request, 'input') } },
      },
    }),
    responses: {
      '200': { description: ANSWERED, content: { 'application/json': { schema } } },
      ...Object.fromEntries(REFERENCES),
    },
  }
}
