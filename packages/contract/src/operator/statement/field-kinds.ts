import * as z from 'zod/mini'
import type { Bounds } from '../../bounds.ts'
import { amountInput, day, id, month } from '../../fields.ts'

/**
 * What a field of an act can be, each with what a form or a help says of it. A schema is registered as one of them
 * (`ofKind`), or has that which follows from it: a closed set, text, a file.
 */
export const FIELD_KINDS = {
  account: 'A bank account’s number, which is kept sealed',
  amount: 'In major units, such as 250.00',
  choice: '',
  customer: 'Operated ID, username, email address or id',
  day: 'A day, such as 2026-11-30',
  digest: 'A SHA-256, as a list shows it',
  document: 'An identity document. It stays with you: only its SHA-256 is sent',
  evidence: 'What shows it: what was seen where, and when',
  evidence_file: 'What shows it, as a PDF, a picture or text. It is kept sealed for those who decide',
  file: 'A file of yours',
  flag: '',
  id: 'An id, such as a list shows it',
  list: 'Separated by commas',
  lines: 'One a line',
  long_text: '',
  moment: 'Day and time in UTC',
  month: 'A month, such as 2026-11',
  number: 'Its number',
  numbers: 'Their numbers, separated by commas or blanks',
  reason: 'Why, in words that whoever it touches may read',
  secret: '',
  text: '',
  whole: 'A whole number',
} as const
export type FieldKind = keyof typeof FIELD_KINDS

/** How a field's value travels: as text, as JSON's own type, or as a part of a form. */
export type FieldWire = 'text' | 'number' | 'boolean' | 'texts' | 'file'

/** What is known of a schema beside its checks. */
interface Registered {
  kind: FieldKind
  bounds?: Bounds
}

/** One field of an act. */
export interface Field {
  name: string
  kind: FieldKind
  wire: FieldWire
  is_required: boolean
  bounds: Bounds
}

const registered = z.registry<Registered>()

/** Says of which kind the values of a schema are, and what bounds its checks can't tell. */
export function ofKind<Schema extends z.ZodMiniType>(
  kind: FieldKind,
  schema: Schema,
  bounds?: Bounds,
): Schema {
  registered.add(schema, { kind, ...(bounds && { bounds }) })
  return schema
}

ofKind('amount', amountInput, { example: '250.00' })
ofKind('id', id)
ofKind('day', day, { example: '2026-11-30' })
ofKind('month', month, { example: '2026-11' })

/** A text of more than this is written in several lines, but for what has none. */
const LINE_LENGTH_MAX = 200
const ONE_LINE = /(^|_)(email|url)$/

/** The fields of a request, in its order. */
export function fieldsOf(request: z.ZodMiniObject): Field[] {
  return Object.entries(request.shape).map(([name, schema]) => fieldOf(name, schema))
}

function fieldOf(name: string, schema: z.core.$ZodType): Field {
  const { kind, wire, bounds } = describe(schema)
  return {
    name,
    kind: kindBy(name, kind),
    wire,
    is_required: schema._zod.optin !== 'optional',
    bounds,
  }
}

/** What the name says beside the schema. */
function kindBy(name: string, kind: FieldKind): FieldKind {
  if (kind === 'text' && name.endsWith('password')) return 'secret'
  return kind === 'long_text' && ONE_LINE.test(name) ? 'text' : kind
}

type Described = Pick<Field, 'kind' | 'wire' | 'bounds'>

function describe(schema: z.core.$ZodType): Described {
  const known = registered.get(schema)
  const derived = derive(schema)
  return known ? { ...derived, kind: known.kind, bounds: { ...derived.bounds, ...known.bounds } } : derived
}

/** What follows from the schema alone. */
function derive(schema: z.core.$ZodType): Described {
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniDefault ||
    schema instanceof z.ZodMiniPrefault
  )
    return describe(schema._zod.def.innerType)
  if (schema instanceof z.ZodMiniPipe) return describe(schema._zod.def.in)
  if (schema instanceof z.ZodMiniEnum)
    return {
      kind: 'choice',
      wire: 'text',
      bounds: { one_of: Object.values(schema._zod.def.entries).map(String) },
    }
  if (schema instanceof z.ZodMiniBoolean) return { kind: 'flag', wire: 'boolean', bounds: {} }
  if (schema instanceof z.ZodMiniNumber) return { kind: 'whole', wire: 'number', bounds: rangeOf(schema) }
  if (schema instanceof z.ZodMiniArray) return { kind: 'lines', wire: 'texts', bounds: {} }
  if (schema instanceof z.ZodMiniCustom) return { kind: 'file', wire: 'file', bounds: {} }
  const { minimum: length_min = 0, maximum: length_max } = rangeOf(schema)
  return {
    kind: length_max !== undefined && length_max > LINE_LENGTH_MAX ? 'long_text' : 'text',
    wire: 'text',
    bounds: { ...(length_min > 1 && { length_min }), ...(length_max !== undefined && { length_max }) },
  }
}

/** What a schema's checks leave: of a number its values, of a text its length. */
function rangeOf(schema: z.core.$ZodType): { minimum?: number; maximum?: number } {
  const range: { minimum?: number; maximum?: number } = {}
  for (const check of checksOf(schema)) {
    if (check instanceof z.core.$ZodCheckMinLength) range.minimum = check._zod.def.minimum
    if (check instanceof z.core.$ZodCheckMaxLength) range.maximum = check._zod.def.maximum
    if (check instanceof z.core.$ZodCheckGreaterThan) range.minimum = Number(check._zod.def.value)
    if (check instanceof z.core.$ZodCheckLessThan) range.maximum = Number(check._zod.def.value)
  }
  return range
}

function checksOf({ _zod }: z.core.$ZodType): readonly unknown[] {
  return _zod.def.checks ?? []
}
