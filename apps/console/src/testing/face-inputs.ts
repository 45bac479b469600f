import { type Field, fieldsOf } from '@adtally/contract/operator/statement/field-kinds.ts'
import type { StaffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import { type Typed, typedInputs } from './act-inputs.ts'

/** One input of an act as somebody would type it, for the command line, the call and the form alike. */
export interface FaceInput {
  /** What is in it: `valid`, or the field that is at fault and how. */
  about: string
  /** The field that differs from a valid input; null in a valid one, and where a field is in it that nobody states. */
  field: string | null
  /** Texts by field. */
  typed: Typed
  /** The fields that a file is given for. */
  files: readonly string[]
}

/** A name that no act has a field of. */
export const SURPLUS = 'surplus'
const VALID_INPUTS = 3
/** What few kinds take: each field is tried with all of them, and those that take one say so by all faces. */
const TEXTS = [
  '?',
  'no such thing, or is there',
  '-1',
  '0',
  '1.5',
  '0.0000001',
  '1e3',
  '2026-13-45',
  '\u00a0',
]

/**
 * The inputs that all faces of an act are tried with, generated from its schema, the same at every run: valid ones with all
 * and with the fewest fields, each field missing, each bound crossed, no member of a closed set, text of another type, and a
 * field that is not stated.
 */
export function faceInputs(call: StaffCall): FaceInput[] {
  const fields = fieldsOf(call.request).filter(({ name }) => name !== 'cursor')
  const files = fields.flatMap(({ name, wire, is_required }) =>
    wire === 'file' && is_required ? [name] : [],
  )
  const valid = typedInputs(call, VALID_INPUTS)
  const [good = {}] = valid
  const least = Object.fromEntries(
    Object.entries(good).filter(([name]) => fields.find((field) => field.name === name)?.is_required),
  )
  return [
    ...[...valid, least].map((typed) => ({ about: 'valid', field: null, typed, files })),
    ...fields.filter(({ is_required }) => is_required).map(({ name }) => without(name, good, files)),
    ...fields
      // A document is chosen and hashed, never typed.
      .filter(({ kind, wire }) => wire !== 'file' && kind !== 'document')
      .flatMap((field) =>
        [...beyond(field), ...TEXTS].map((text) => ({
          about: `${field.name} ${JSON.stringify(text.slice(0, 30))}`,
          field: field.name,
          typed: { ...good, [field.name]: text },
          files,
        })),
      ),
    { about: SURPLUS, field: null, typed: { ...good, [SURPLUS]: 'x' }, files },
  ]
}

function without(field: string, good: Typed, files: readonly string[]): FaceInput {
  const { [field]: _missing, ...typed } = good
  return { about: `${field} missing`, field, typed, files: files.filter((name) => name !== field) }
}

/** Texts just beyond the field's bounds. */
function beyond({ bounds: { length_min, length_max, minimum, maximum } }: Field): string[] {
  return [
    ...(length_max === undefined ? [] : ['x'.repeat(length_max + 1)]),
    ...(length_min === undefined ? [] : ['x'.repeat(length_min - 1)]),
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
  ]
}
