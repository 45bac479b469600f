import type { Call } from '@adtally/contract/call.ts'
import { isReason, REASONS } from '@adtally/contract/reasons.ts'
import fc from 'fast-check'
import { type KnownValues, validInput } from './request-arbitrary.ts'
import { type Asked, type Member, membersOf, requestShape, withMember } from './request-shape.ts'
import { envelopeOf, type TestProgram } from './servers/test-program.ts'

export interface WireAnswer {
  status: number
  code: number
  /** A refusal's data, or the call's own on success. */
  data: { reason?: string; field?: string; [member: string]: unknown }
  text: string
}

/** Sends `input` as a call's input, whatever it is: text unchanged, anything else as JSON or a query string. */
export async function sendRaw(
  { server, services }: TestProgram,
  call: Call,
  input: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<WireAnswer> {
  const url = services.settings.base_path + call.path
  const is_get = call.method === 'GET'
  const reply = await server.inject({
    method: call.method,
    url: is_get ? `${url}?${queryOf(input)}` : url,
    headers: { ...headers, ...(!is_get && { 'content-type': 'application/json' }) },
    ...(!is_get && { payload: typeof input === 'string' ? input : JSON.stringify(input) }),
  })
  return { ...envelopeOf(call, reply), status: reply.statusCode, text: reply.body }
}

/** Encodes as a browser does; a list becomes a repeated member. */
export function queryOf(input: unknown): URLSearchParams {
  const pairs = Object.entries(Object(input)).flatMap(([name, value]): [string, string][] =>
    Array.isArray(value) ? value.map((one) => [name, queryText(one)]) : [[name, queryText(value)]],
  )
  return new URLSearchParams(pairs)
}

/** A value as text, all that a query string has. */
export function queryText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const sampled = new WeakMap<KnownValues, WeakMap<Asked['request'], readonly unknown[]>>()

/** Inputs that pass the schema of a call or verb, the same at every run; `known` is complete by now. */
export function validInputs(call: Asked, known: KnownValues): readonly unknown[] {
  const of_known = sampled.get(known) ?? new WeakMap<Asked['request'], readonly unknown[]>()
  sampled.set(known, of_known)
  const inputs = of_known.get(call.request) ?? sampleInputs(call, known)
  of_known.set(call.request, inputs)
  return inputs
}

function sampleInputs(call: Asked, known: KnownValues): readonly unknown[] {
  const inputs = fc.sample(validInput(requestShape(call), known), { numRuns: 60, seed: 7 })
  return inputs.filter((input) => call.request.safeParse(input).success)
}

/** Every member that an input can have, each with an input that has it; for a union, those of each branch. */
export function membersWithInputs(call: Asked, known: KnownValues): { member: Member; input: unknown }[] {
  const whole = requestShape(call)
  const found = new Map<string, { member: Member; input: unknown }>()
  for (const input of validInputs(call, known)) {
    for (const member of membersOf(whole, input)) {
      const key = `${member.path.join('.')} ${JSON.stringify(member.shape)}`
      if (!found.has(key)) found.set(key, { member, input })
    }
  }
  return [...found.values()]
}

/** The same input with each of these values in place of the member's, and the member's name as a refusal says it. */
export function withValues(
  { member: { path }, input }: { member: Member; input: unknown },
  values: readonly unknown[],
): { input: unknown; field: string }[] {
  return values.map((value) => ({ input: withMember(input, path, value), field: path.join('.') }))
}

/** Whether an answer is one of the envelope's: a success, or a refusal whose reason and code belong together. */
export function isAnswer({ status, code, data }: WireAnswer): boolean {
  if (code === 200) return status === 200
  const { reason = '' } = data
  return isReason(reason) && REASONS[reason] === code
}
