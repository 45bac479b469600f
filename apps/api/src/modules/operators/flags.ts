import { text } from '@adtally/contract/fields.ts'
import { takesDocument } from '@adtally/contract/operator/statement/fields.ts'
import { takesFile } from '@adtally/contract/operator/statement/files.ts'
import * as z from 'zod/mini'
import { parseInput } from '../../lib/parse-input.ts'
import { documentHashAt, fileAt } from '../given-file.ts'

/** A command line as split: the verb's words, and flags in order; a flag without a value has `null`. */
export interface CommandLine {
  words: string[]
  flags: [name: string, value: string | null][]
}

/** The type that a flag's text becomes before the verb's schema parses it. */
type Kind = 'text' | 'number' | 'boolean' | 'list' | 'path' | 'document'

/** Splits `clock-advance --by 8d --reason "a test" --all`; also takes `--name=value`. Names become snake_case. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const line: CommandLine = { words: [], flags: [] }
  const rest = [...argv]
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (!next.startsWith('--')) {
      line.words.push(next)
      continue
    }
    const [, name = '', value] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(next) ?? []
    const has_value_next = value === undefined && rest[0] !== undefined && !rest[0].startsWith('--')
    line.flags.push([name.replaceAll('-', '_'), has_value_next ? (rest.shift() ?? null) : (value ?? null)])
  }
  return line
}

/** The value of the last flag of that name. */
export function flagValue({ flags }: CommandLine, name: string): string | undefined {
  return flags.findLast(([given]) => given === name)?.[1] ?? undefined
}

/**
 * The verb's input from its flags: repeated flags make lists, booleans and numbers are converted, and a path is the file that
 * lies there, of a document its SHA-256 alone. A missing flag whose name ends in `password` comes from `OPERATOR_…`, as other users of the machine can read
 * flags. Throws `file_unreadable` where no file lies at a path.
 */
export function inputOf(
  schema: z.ZodMiniObject,
  flags: CommandLine['flags'],
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, values] of Map.groupBy(flags, ([given]) => given)) {
    const member = schema.shape[name]
    const kind = member ? kindOf(member) : 'text'
    const parsed = values.map(([, value]) =>
      value ? valueTyped(kind, value, name) : parsedValue(kind, value),
    )
    // A flag given twice stays a list even if its schema wants none, so that the schema refuses it by name.
    input[name] = kind === 'list' || parsed.length > 1 ? parsed : parsed[0]
  }
  for (const name of Object.keys(schema.shape)) {
    const value = environment[`OPERATOR_${name.toUpperCase()}`]
    if (name.endsWith('password') && !(name in input) && value) input[name] = value
  }
  return input
}

/** The verb's input from a query string, where every value is text: converted as a flag is. */
export function inputOfQuery(
  schema: z.ZodMiniObject,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  // Not assigned: a member of any name is to be there, and refused by the schema.
  return Object.fromEntries(
    Object.entries(query).map(([name, given]) => {
      const kind = Object.hasOwn(schema.shape, name) ? kindOf(schema.shape[name] ?? schema) : 'text'
      const values = [given].flat().map((value) => parsedValue(kind, String(value)))
      return [name, kind === 'list' || values.length > 1 ? values : values[0]]
    }),
  )
}

/** Where an act's file is to be written; meant from where the command was typed. */
const outFlag = z.strictObject({ out: text(1_000) })
export const OUT_USAGE = '--out <path>'

/** The path after `--out`, and the other flags. Throws `field_required`, `field_invalid` where there are several. */
export function takeOut(flags: CommandLine['flags']): { out: string; rest: CommandLine['flags'] } {
  const is_out = ([name]: CommandLine['flags'][number]) => name === 'out'
  const { out } = parseInput(outFlag, inputOf(outFlag, flags.filter(is_out), {}))
  return { out, rest: flags.filter((flag) => !is_out(flag)) }
}

/** What stands behind a flag of each kind. */
const USAGE: Readonly<Record<Exclude<Kind, 'boolean'>, string>> = {
  text: 'text>',
  number: 'number>',
  list: 'text> …',
  path: 'path>',
  document: 'path>',
}

/** A verb's usage, such as `--by <text> [--reason <text>]`. */
export function usageOf(schema: z.ZodMiniObject): string {
  return Object.entries(schema.shape)
    .map(([name, member]) => {
      const kind = kindOf(member)
      const flag = `--${name.replaceAll('_', '-')}`
      const usage = kind === 'boolean' ? flag : `${flag} <${USAGE[kind]}`
      return isOptional(member) ? `[${usage}]` : usage
    })
    .join(' ')
}

/** A path is of this machine, and a flag alone has one. */
function valueTyped(kind: Kind, value: string, name: string): unknown {
  if (kind === 'path') return fileAt(value, name)
  return kind === 'document' ? documentHashAt(value, name) : parsedValue(kind, value)
}

function parsedValue(kind: Kind, value: string | null): unknown {
  if (kind === 'boolean' && (value === null || value === 'true' || value === 'false'))
    return value !== 'false'
  if (kind === 'number' && value !== null && /^-?\d{1,15}(\.\d{1,10})?$/.test(value)) return Number(value)
  return value ?? ''
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === 'optional'
}

function kindOf(schema: z.core.$ZodType): Kind {
  if (takesFile(schema)) return 'path'
  if (takesDocument(schema)) return 'document'
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniDefault ||
    schema instanceof z.ZodMiniPrefault
  ) {
    return kindOf(schema._zod.def.innerType)
  }
  if (schema instanceof z.ZodMiniPipe) return kindOf(schema._zod.def.in)
  if (schema instanceof z.ZodMiniArray) return 'list'
  if (schema instanceof z.ZodMiniBoolean) return 'boolean'
  if (schema instanceof z.ZodMiniNumber) return 'number'
  return 'text'
}
