import type { Call } from '@adtally/contract/call.ts'
import { amountInput, day, month, requestId, timeZone } from '@adtally/contract/fields.ts'
import { evidenceFile, fileInput } from '@adtally/contract/operator/statement/files.ts'
import * as z from 'zod/mini'

/** A request's schema as JSON Schema; the contract's own kinds of text are `format`s. */
export interface Shape {
  type?: string | undefined
  format?: string | undefined
  const?: unknown
  enum?: unknown[] | undefined
  pattern?: string | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  properties?: Record<string, Shape> | undefined
  required?: string[] | undefined
  anyOf?: Shape[] | undefined
  oneOf?: Shape[] | undefined
  items?: Shape | undefined
}

const shape: z.ZodMiniType<Shape> = z.object({
  type: z.optional(z.string()),
  format: z.optional(z.string()),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  pattern: z.optional(z.string()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  get properties() {
    return z.optional(z.record(z.string(), shape))
  },
  required: z.optional(z.array(z.string())),
  get anyOf() {
    return z.optional(z.array(shape))
  },
  get oneOf() {
    return z.optional(z.array(shape))
  },
  get items() {
    return z.optional(shape)
  },
})

/** The contract's kinds that JSON Schema can't express. */
const KINDS = new Map<unknown, string>([
  [amountInput, 'amount'],
  [requestId, 'request-id'],
  [timeZone, 'time-zone'],
  [day, 'day'],
  [month, 'month'],
  [fileInput, 'file'],
  [evidenceFile, 'file'],
])

/** Anything that takes input of a form: a call, or a verb of staff. */
export type Asked = Pick<Call, 'request'>

const shapes = new WeakMap<Asked['request'], Shape>()

/** Its input's schema. */
export function requestShape({ request }: Asked): Shape {
  const known = shapes.get(request) ?? makeShape(request)
  shapes.set(request, known)
  return known
}

function makeShape(request: Asked['request']): Shape {
  const schema = z.toJSONSchema(request, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    override({ zodSchema, jsonSchema }) {
      const kind = KINDS.get(zodSchema)
      if (kind !== undefined) jsonSchema.format = kind
    },
  })
  return z.parse(shape, schema)
}

/** A member of a request, at any depth. */
export interface Member {
  /** Names from the outside in. */
  path: readonly string[]
  required: boolean
  shape: Shape
}

/** The members that `input` has, and the optional ones that it may have, on the union branches that it takes. */
export function membersOf(whole: Shape, input: unknown, path: readonly string[] = []): Member[] {
  const { properties = {}, required = [] } = branchOf(whole, input)
  return Object.entries(properties).flatMap(([name, member]) => {
    const inner = [...path, name]
    const value: unknown = Object(input)[name]
    const own = { path: inner, required: required.includes(name), shape: member }
    const is_nested = typeof value === 'object' && value !== null
    return [own, ...(is_nested ? membersOf(member, value, inner) : [])]
  })
}

/** The alternative of a union that an input was generated from. */
function branchOf(whole: Shape, input: unknown): Shape {
  const branches = whole.anyOf ?? whole.oneOf
  if (!branches) return whole
  const names = Object.keys(Object(input))
  const fits = ({ properties = {} }: Shape) =>
    names.every((name) => {
      const member = properties[name]
      return member !== undefined && (member.const === undefined || member.const === Object(input)[name])
    })
  return branches.find(fits) ?? whole
}

/** `input` with the member at `path` replaced, or removed if `value` is undefined. */
export function withMember(input: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...inner] = path
  if (name === undefined) return value
  const { [name]: present, ...rest } = Object(input)
  const next = withMember(present, inner, value)
  return next === undefined ? rest : { ...rest, [name]: next }
}
