import { type Field, fieldsOf } from '@adtally/contract/operator/statement/field-kinds.ts'
import type { StaffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { validInput } from '../../../api/src/testing/request-arbitrary.ts'
import { requestShape, type Shape } from '../../../api/src/testing/request-shape.ts'

/** Texts of fields whose schemas tell nothing of what they take. */
const KNOWN = new Map<string, readonly string[]>([['roles', ['support', 'support,risk']]])
/** Signs that a line of a form can't hold. */
const UNTYPED = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u

/** SHA-256 of a file that holds `content`. */
export const HASH_OF_CONTENT = 'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73'

/** Values as their control has them, where the browser's own knows only some. */
const OF_CONTROLS: Partial<Record<Field['kind'], string>> = {
  moment: '2026-11-30T12:30:00Z',
  day: '2026-11-30',
  month: '2026-11',
  // Of the file that tests choose.
  document: HASH_OF_CONTENT,
}

/** What can be typed into a form: texts by field, without files. */
export type Typed = Record<string, string>

/** Inputs that an act's schema takes and a form can hold, the same at every run. */
export function typedInputs(call: StaffCall, count: number): Typed[] {
  const fields = fieldsOf(call.request).filter(({ name }) => name !== 'cursor')
  const known = fields.filter(({ wire }) => wire !== 'file')
  const shape = requestShape(call)
  const arbitrary = fc.record(
    Object.fromEntries(
      known.map((field) => [field.name, valuesFor(field, shape.properties?.[field.name] ?? {})]),
    ),
    { requiredKeys: known.filter(({ is_required }) => is_required).map(({ name }) => name) },
  )
  const schema = z.omit(
    call.request,
    Object.fromEntries(
      fields.filter(({ wire }) => wire === 'file').map(({ name }): [string, true] => [name, true]),
    ),
  )
  return fc
    .sample(arbitrary, { numRuns: 400, seed: 24 })
    .filter((input) => schema.safeParse(wireOf(known, input)).success)
    .slice(0, count)
}

function valuesFor({ name, kind, wire, bounds }: Field, shape: Shape): fc.Arbitrary<string> {
  const fixed = OF_CONTROLS[kind]
  if (fixed !== undefined) return fc.constant(fixed)
  if (kind === 'customer') return fc.constantFrom('204816', 'ada', 'ada@example.com')
  if (kind === 'list' && bounds.example !== undefined) return fc.constant(bounds.example)
  const any = wire === 'texts' ? linesOf(shape) : validInput(shape, KNOWN, name).map(String)
  return any.filter(
    (text) => wire === 'texts' || (!UNTYPED.test(text) && text.trim() === text && text !== ''),
  )
}

/** Two lines, of the form that its items have, if they have one. */
function linesOf({ items }: Shape): fc.Arbitrary<string> {
  if (items?.pattern === undefined) return fc.constant('one\ntwo')
  const item = validInput(items, KNOWN).map(String)
  return fc.tuple(item, item).map((lines) => lines.join('\n'))
}

/** Typed texts as they travel. */
export function wireOf(fields: readonly Field[], typed: Typed): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(typed).map(([name, text]) => {
      const wire = fields.find((field) => field.name === name)?.wire
      if (wire === 'boolean') return [name, text === 'true']
      if (wire === 'number') return [name, Number(text)]
      return [name, wire === 'texts' ? text.split('\n') : text]
    }),
  )
}

/** What stands in a form's control for a value that travels as `text`. */
export function asTyped({ kind }: Field, text: string): string {
  return kind === 'moment' ? text.replace(/:00Z$/, '') : text
}

/** Answers that an act's schema takes, the same at every run. */
export function answersOf(call: StaffCall, count: number): unknown[] {
  return fc
    .sample(answerOf(call.response), { numRuns: 40, seed: 24 })
    .filter((answer) => call.response.safeParse(answer).success)
    .slice(0, count)
}

function answerOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodMiniObject) {
    const members = Object.entries(schema._zod.def.shape)
    return fc.record(Object.fromEntries(members.map(([name, member]) => [name, answerOf(member)])))
  }
  if (schema instanceof z.ZodMiniArray) return fc.array(answerOf(schema._zod.def.element), { maxLength: 3 })
  if (schema instanceof z.ZodMiniOptional) return answerOf(schema._zod.def.innerType)
  if (schema instanceof z.ZodMiniNullable) return fc.option(answerOf(schema._zod.def.innerType))
  if (schema instanceof z.ZodMiniEnum) return fc.constantFrom(...Object.values(schema._zod.def.entries))
  if (schema instanceof z.ZodMiniUnknown) return fc.constant({ anything: ['at all', 1] })
  if (schema instanceof z.ZodMiniRecord) return fc.constant({})
  if (schema instanceof z.ZodMiniUnion) return fc.oneof(...schema._zod.def.options.map(answerOf))
  if (schema instanceof z.ZodMiniISODateTime) return fc.constant('2026-11-30T12:30:00.000Z')
  const shape = requestShape({ request: z.object({ value: schema }) }).properties?.value ?? {}
  return shape.type === 'number' ? fc.constant(shape.minimum ?? 0.5) : validInput(shape, KNOWN)
}
