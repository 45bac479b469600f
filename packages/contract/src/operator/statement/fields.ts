import * as z from 'zod/mini'
import type { Bounds } from '../../bounds.ts'
import { because, cursor, line, text } from '../../fields.ts'
import { isReadable } from '../../identity/shown-name.ts'
import { ofKind } from './field-kinds.ts'

/** A customer, as staff name one: operated ID, username, e-mail address or id (`customerOfHandle`). */
export const customerHandle = ofKind('customer', text(254))

/** What somebody or something is called in the sentences that two people decide by: it can be read there. */
export function readableName(length_max: number) {
  const name = text(length_max).check(z.refine(isReadable, 'name_unreadable'))
  return name.register(z.globalRegistry, { format: 'name' })
}

/** Why something is done, in words that whoever it touches may read; in one line, because it stands among facts. */
export const reasonText = ofKind('reason', line(500))

/** What shows that something is so, in words: what was seen where, and when. */
export const evidenceText = ofKind('evidence', line(500))

function sha256() {
  return z
    .string({ error: because('field_invalid') })
    .check(z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, { error: because('field_invalid') }))
}

/** A SHA-256 that was shown before, in hexadecimal. */
export const digestText = ofKind('digest', sha256())

/** Of a file of 0 bytes, which shows nothing. */
const HASH_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/**
 * SHA-256, in hexadecimal, of an identity document that stays at the desk: who asks works it out of the file where it lies,
 * and nobody types it.
 */
export const documentHash = ofKind(
  'document',
  sha256().check(z.refine((hash) => hash !== HASH_OF_NOTHING, 'field_invalid')),
)

/** Whether a field takes a document's SHA-256, whether or not it may be left out. */
export function takesDocument(field: z.core.$ZodType): boolean {
  return field instanceof z.ZodMiniOptional ? takesDocument(field._zod.def.innerType) : field === documentHash
}

/** A moment, ISO 8601 in UTC. */
export const moment = ofKind('moment', z.iso.datetime({ error: because('field_invalid') }))

/** A whole number from `minimum` to `maximum`, as a flag carries it. */
export function wholeText(minimum: number, maximum: number) {
  const whole = z.pipe(
    z.string({ error: because('field_invalid') }),
    z.transform((value: string, context): number => {
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
      if (number >= minimum && number <= maximum) return number
      context.issues.push(outside(value, { minimum, maximum }))
      return minimum
    }),
  )
  whole.register(z.globalRegistry, { pattern: '^\\d{1,9}$', minimum, maximum })
  return ofKind('whole', whole, { minimum, maximum })
}

/** The number of one of a kind: `W` a withdrawal, `D` a deposit, `P` a payout, `R` a difference; `w100001` is `W100001`. */
export type NumberKind = 'W' | 'D' | 'P' | 'R'

/** One number of that kind, in capitals or small letters. */
export function numberText(kind: NumberKind) {
  const number = z
    .string({ error: because('field_invalid') })
    .check(z.trim(), z.toUpperCase(), z.regex(patternOf(kind), { error: because('field_invalid') }))
  return ofKind('number', number, { example: `${kind}100001` })
}

/** Numbers of that kind, separated by commas or blanks, each named once. */
export function numbersText(kind: NumberKind) {
  const example = `${kind}100001,${kind}100002`
  const numbers = z.pipe(
    z.string({ error: because('field_invalid') }).check(z.maxLength(100_000, 'field_too_long')),
    z.transform((listed: string, context): string[] => {
      const numbers = new Set(
        listed
          .toUpperCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      )
      const is_of_kind = numbers.size > 0 && [...numbers].every((number) => patternOf(kind).test(number))
      if (!is_of_kind) context.issues.push(outside(listed, { example }))
      return [...numbers]
    }),
  )
  return ofKind('numbers', numbers, { example })
}

function patternOf(kind: NumberKind): RegExp {
  return new RegExp(`^${kind}\\d{4,12}$`)
}

/** A staff username: lower-case, 2 to 32 characters; never the program's own. */
export const staffUsername = z.string({ error: because('username_invalid') }).check(
  z.regex(/^[a-z][a-z0-9._-]{1,31}$/, 'username_invalid'),
  z.refine((name) => name !== 'program', 'username_invalid'),
)

const PASSWORD_CHARACTERS_MIN = 12

/** A new staff password: long; the server knows which ones are too common. */
export const newStaffPassword = z
  .string({ error: because('staff_password_too_short') })
  .check(z.minLength(PASSWORD_CHARACTERS_MIN, 'staff_password_too_short'), z.maxLength(200, 'field_too_long'))

/** What every act that lists takes beside its own: rows on a page from 1 to 500. */
export const listFlags = { cursor: z.optional(cursor), limit: z.optional(wholeText(1, 500)) }

/** The same as parsed. */
export interface ListFlags {
  cursor?: string | undefined
  limit?: number | undefined
}

/** `a,b,c` as a list without repetitions, each matching `pattern`; `example` is one that does. */
export function listText(
  pattern: RegExp,
  { normalise, example }: { normalise: (item: string) => string; example: string },
) {
  const list = z.pipe(
    z.string({ error: because('field_invalid') }).check(z.maxLength(2_000, 'field_too_long')),
    z.transform((listed: string, context): string[] => {
      const items = [...new Set(listed.split(',').map((item) => normalise(item.trim())))]
      if (!items.every((item) => pattern.test(item))) context.issues.push(outside(listed, { example }))
      return items
    }),
  )
  return ofKind('list', list, { example })
}

const SETTING_LENGTH_MAX = 1_000
const SETTINGS_MAX = 100

/** What is to change, `name=value` each. */
export const settings = z
  .array(text(SETTING_LENGTH_MAX), { error: because('field_invalid') })
  .check(z.minLength(1, 'field_required'), z.maxLength(SETTINGS_MAX, 'field_invalid'))

/** `true` or `false`. */
export const flag = ofKind(
  'flag',
  z.pipe(
    z.enum(['true', 'false'], { error: because('field_invalid') }),
    z.transform((value: 'true' | 'false') => value === 'true'),
  ),
)

const UNIT_MS = { ms: 1n, s: 1_000n, m: 60_000n, h: 3_600_000n, d: 86_400_000n } as const
const DURATION = /^(\d{1,12}(ms|[smhd]))+$/

/** Milliseconds of `90s`, `72h` or `1d12h`; null for anything else, and for none at all. */
export function parseDuration(text: string): bigint | null {
  if (!DURATION.test(text)) return null
  let sum_ms = 0n
  for (const [, counted = '', unit = ''] of text.matchAll(/(\d+)(ms|[smhd])/g)) {
    for (const [name, unit_ms] of Object.entries(UNIT_MS)) {
      if (name === unit) sum_ms += BigInt(counted) * unit_ms
    }
  }
  return sum_ms > 0n ? sum_ms : null
}

/** A time span such as `90s`, `72h` or `1d12h`, in milliseconds, of at most `ms_max`. */
export function durationText(ms_max: bigint) {
  const duration = z.pipe(
    z.string({ error: because('field_invalid') }),
    z.transform((text: string, context): bigint => {
      const span_ms = parseDuration(text)
      if (span_ms !== null && span_ms <= ms_max) return span_ms
      context.issues.push(outside(text, { example: '1d12h' }))
      return 0n
    }),
  )
  return duration.register(z.globalRegistry, { pattern: DURATION.source })
}

/** An issue of a value that is outside `bounds`, which the refusal then carries. */
function outside(input: string, bounds: Bounds) {
  const message = input.trim() === '' ? 'field_required' : 'field_invalid'
  return { code: 'custom', message, input, params: { bounds } } as const
}

/** In an answer: a whole number that may be beyond JSON's own, in decimal digits. */
export const digits = z.string().check(z.regex(/^\d+$/))
