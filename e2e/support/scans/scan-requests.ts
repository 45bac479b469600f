import { randomUUID } from 'node:crypto'
import type { Call } from '@adtally/contract/call.ts'
import { CALLS } from '@adtally/contract/calls.ts'
import * as z from 'zod/mini'
import { collect } from '../../../apps/api/src/testing/known-values.ts'
import { requestShape, type Shape, withMember } from '../../../apps/api/src/testing/request-shape.ts'
import { REQUEST_ID } from './scan-door.ts'

/** Real values for requests' members, by name. */
export type Known = Map<string, string[]>

/** A member of a call's input that holds a text, number or boolean, at any depth. */
export interface Field {
  call: Call
  path: readonly string[]
}

/** A request that the program accepts, and the fields tried with it. */
export interface ScanRequest {
  call: Call
  input: unknown
  fields: readonly Field[]
  /** Whether the program answered with success. */
  is_taken: boolean
}

/** The customer who makes the requests. */
export interface ScanCaller {
  /** The API's address at a proxy that signs in. */
  base_url: string
  known: Known
}

const SUCCESS = 200
const envelope = z.object({ code: z.number(), data: z.unknown() })
const paged = z.object({ next_cursor: z.string() })

/** Sample values by a field's kind of text, for when the customer has none. */
const SAMPLES: Readonly<Record<string, () => string>> = {
  uuid: randomUUID,
  'request-id': () => REQUEST_ID,
  email: () => 'somebody@example.com',
  amount: () => '20.00',
  'time-zone': () => 'Asia/Bangkok',
  day: () => '2026-11-02',
  month: () => '2026-11',
}
/** Always generated: in replies these names mean other things, such as times or past requests. */
const ALWAYS_MADE = new Set(['day', 'month', 'request-id'])
/** For a pattern: the first of these that matches. */
const PATTERNED = ['harbour', '20.00', '654321', '1', '+66812345678', '5e'.repeat(16), '5e'.repeat(32)]

/**
 * A request for every field of every call: the first with that field that succeeds as the customer, or the smallest
 * if none does. Runs twice, because the second round can use what the first one made.
 */
export async function requestsOf(caller: ScanCaller, calls: readonly Call[] = CALLS): Promise<ScanRequest[]> {
  for (const call of calls) for (const input of inputsOf(call, caller.known)) await ask(caller, call, input)
  const requests: ScanRequest[] = []
  for (const call of calls) requests.push(...(await requestsOfCall(caller, call)))
  return requests
}

async function requestsOfCall(caller: ScanCaller, call: Call): Promise<ScanRequest[]> {
  const inputs = inputsOf(call, caller.known)
  const taken = new Map<unknown, boolean>()
  for (const input of inputs) taken.set(input, await ask(caller, call, input))
  const chosen = new Map<unknown, Field[]>()
  for (const path of distinct(inputs.flatMap((input) => leavesOf(input)))) {
    const having = inputs.filter((input) => leavesOf(input).some((leaf) => isSame(leaf, path)))
    const input = having.find((one) => taken.get(one)) ?? having.at(-1)
    chosen.set(input, [...(chosen.get(input) ?? []), { call, path }])
  }
  return [...chosen].map(([input, fields]) => ({ call, input, fields, is_taken: taken.get(input) === true }))
}

/**
 * Inputs that cover every member: first with all optional ones, then with each single one, then (for GET) with pairs
 * of neighbours, such as the two ends of a range.
 */
function inputsOf(call: Call, every: Known): unknown[] {
  const known = new Map(every).set('cursor', every.get(cursorOf(call)) ?? [])
  const shape = requestShape(call)
  const whole = variantsOf(shape, known, 'all')
  const least = variantsOf(shape, known, 'required')
  const more = whole.flatMap((input) =>
    least.flatMap((one) => {
      const names = Object.keys(Object(input)).filter((name) => !(name in Object(one)))
      const with_one = names.map((name) => withMember(one, [name], Object(input)[name]))
      const with_two = names.slice(1).map((name, at) => withMember(with_one[at], [name], Object(input)[name]))
      return call.method === 'GET' ? [...with_one, ...with_two] : with_one
    }),
  )
  const seen = new Set<string>()
  return [...whole, ...more, ...least].filter((input) => {
    const text = JSON.stringify(input)
    return !seen.has(text) && seen.add(text)
  })
}

/** A list's own cursors need a name of their own: another list's are refused. */
const cursorOf = ({ name }: Call) => `cursor of ${name}`

function variantsOf(shape: Shape, known: Known, members: 'all' | 'required', name = ''): unknown[] {
  if (shape.const !== undefined) return [shape.const]
  if (shape.enum) return shape.enum.slice(0, 1)
  const branches = shape.anyOf ?? shape.oneOf
  if (branches) return branches.flatMap((branch) => variantsOf(branch, known, members, name))
  if (shape.type === 'object') return objectsOf(shape, known, members)
  if (shape.type === 'array') return variantsOf(shape.items ?? {}, known, members, name).map((one) => [one])
  if (shape.type === 'boolean') return [true]
  if (shape.type === 'null') return []
  if (shape.type === 'integer') return [shape.minimum ?? 1]
  return [textOf(shape, known.get(name) ?? [])]
}

/** As many objects as the member with the most alternatives has. */
function objectsOf({ properties = {}, required = [] }: Shape, known: Known, members: 'all' | 'required') {
  const names = Object.keys(properties).filter((name) => members === 'all' || required.includes(name))
  const values = names.map((name) => variantsOf(properties[name] ?? {}, known, members, name))
  const count = Math.max(1, ...values.map(({ length }) => length))
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(names.map((name, at) => [name, values[at]?.[index % (values[at]?.length || 1)]])),
  )
}

function textOf({ format = '', pattern, minLength = 0, maxLength = 60 }: Shape, known: readonly string[]) {
  const sample = ALWAYS_MADE.has(format) ? undefined : known[0]
  const made = sample ?? SAMPLES[format]?.()
  if (made !== undefined) return made
  const fitting = new RegExp(pattern ?? '')
  return (
    PATTERNED.find((text) => fitting.test(text) && text.length >= minLength && text.length <= maxLength) ??
    'harbour'
  )
}

/** The paths of texts, numbers and booleans in an input. */
function leavesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]))
}

const isSame = (one: readonly string[], other: readonly string[]) => one.join('.') === other.join('.')

function distinct(paths: readonly (readonly string[])[]): (readonly string[])[] {
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()]
}

/** Makes a call and returns whether it succeeded. Adds the answer's values to the known ones. */
async function ask({ base_url, known }: ScanCaller, call: Call, input: unknown): Promise<boolean> {
  const is_get = call.method === 'GET'
  const response = await fetch(`${base_url}${call.path}${is_get ? `?${queryOf(input)}` : ''}`, {
    method: call.method,
    headers: { 'content-type': 'application/json' },
    ...(!is_get && { body: JSON.stringify(input) }),
  })
  if (call.answers_file !== undefined && response.headers.get('content-type') === call.answers_file) {
    await response.arrayBuffer()
    return true
  }
  const reply = z.safeParse(envelope, await response.json())
  if (!reply.success || reply.data.code !== SUCCESS) return false
  collect(known, reply.data.data, '')
  const page = z.safeParse(paged, reply.data.data)
  if (page.success) known.set(cursorOf(call), [page.data.next_cursor])
  return true
}

function queryOf(input: unknown): URLSearchParams {
  return new URLSearchParams(Object.entries(Object(input)).map(([name, value]) => [name, String(value)]))
}

/** What stands in an input at a field's place. */
export function valueAt(input: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => Object(value)[name], input)
}

/** The input with another value at a field's place, in lists too. */
export function withLeaf(input: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...inner] = path
  if (name === undefined) return value
  if (!Array.isArray(input)) return withMember(input, [name], withLeaf(Object(input)[name], inner, value))
  return input.map((one, at) => (String(at) === name ? withLeaf(one, inner, value) : one))
}
