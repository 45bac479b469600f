import type { Field } from '@adtally/contract/operator/statement/field-kinds.ts'
import * as z from 'zod/mini'
import type { FieldValues } from '../../../lib/drafts.ts'
import type { ShownAct } from '../../../lib/shown-act.ts'

/** What a form sends: the values as they travel, and its files. */
export interface FormInput {
  input: Record<string, unknown>
  files: Record<string, File>
}

/** The form's values as the call takes them; `readAmount` makes the wire's text of a typed amount. */
export function inputOf(
  fields: readonly Field[],
  values: FieldValues,
  readAmount: (typed: string) => string,
): FormInput {
  const sent: FormInput = { input: {}, files: {} }
  for (const field of fields) {
    const value = values[field.name]
    if (value === undefined || value === '') continue
    if (value instanceof File) sent.files[field.name] = value
    else sent.input[field.name] = field.kind === 'amount' ? readAmount(value) : wireValue(field, value)
  }
  return sent
}

/** Text that is no number, or neither yes nor no, goes as it is, so that the schema refuses it by its name. */
function wireValue({ wire, kind }: Field, typed: string): unknown {
  if (wire === 'boolean') return typed === 'true' || (typed === 'false' ? false : typed)
  if (wire === 'number') return Number.isNaN(Number(typed)) ? typed : Number(typed)
  const lines = typed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (wire === 'texts') return lines
  // A list may be typed or pasted one a line.
  return kind === 'list' || kind === 'numbers' ? lines.map((line) => line.replace(/,$/, '')).join(',') : typed
}

/** What the call's own schema finds wrong, by field; a file is only asked to be there, since the program reads it. */
export function issuesOf(
  call: Pick<ShownAct, 'request'>,
  fields: readonly Field[],
  { input, files }: FormInput,
): Map<string, z.core.$ZodIssue> {
  const of_files = fields.filter(({ wire }) => wire === 'file')
  const mask = Object.fromEntries(of_files.map(({ name }): [string, true] => [name, true]))
  const typed = of_files.length === 0 ? call.request : z.omit(call.request, mask)
  const found = new Map<string, z.core.$ZodIssue>()
  for (const issue of z.safeParse(typed, input).error?.issues ?? []) {
    const field = String(issue.path[0] ?? '')
    if (!found.has(field)) found.set(field, issue)
  }
  for (const { name, is_required } of of_files) {
    if (is_required && !files[name]) found.set(name, missing(name))
  }
  return found
}

function missing(name: string): z.core.$ZodIssue {
  return { code: 'custom', message: 'field_required', path: [name], input: undefined }
}
