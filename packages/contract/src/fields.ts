import { isAmountText, MAX_AMOUNT_MICROS, type Micros, parseAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { FLOW_TYPES } from './enums.ts'
import type { Reason } from './reasons.ts'

/** A schema's error: `field_required` if nothing was sent, else `reason`. */
export function because(reason: Reason): (issue: { input?: unknown }) => string {
  return (issue) =>
    issue.input === undefined || issue.input === null || issue.input === '' ? 'field_required' : reason
}

/** What turns the direction of what follows, unseen: a sentence about money could read as another. No language here needs it. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Text of 1 to `length_max` characters, trimmed, and without what turns its direction. */
export function text(length_max: number) {
  return z.string({ error: because('field_invalid') }).check(
    z.overwrite((given) => given.replace(TURNS, '').trim()),
    z.minLength(1, 'field_required'),
    z.maxLength(length_max, 'field_too_long'),
  )
}

/** As `text`, in one line, so that nothing in it stands like a line of what it is shown beside. */
export function line(length_max: number) {
  return text(length_max).check(z.overwrite((given) => given.replace(/\s+/g, ' ')))
}

/** A UUID; capitals name the same one, so it is read as lower case. */
export const id = z.uuid({ error: because('field_invalid') }).check(z.toLowerCase())

/** A UUID made by the app per intention, not per try; kept for good (PRODUCT §16). Read as `id` is. */
export const requestId = z.uuid({ error: because('field_invalid') }).check(z.toLowerCase())

/**
 * A positive amount on the wire, parsed into micro-units: a decimal string in major units with at most six decimals
 * (PRODUCT §3). Fractions of a cent are allowed: balances have them, because views may cost that little, and could
 * not be placed or withdrawn whole otherwise. Bank payments are rounded down to the cent (`payoutOf`).
 */
export const amountInput = z.pipe(
  z
    .string({ error: because('amount_malformed') })
    .check(z.refine((value) => isAmountText(value), { error: because('amount_malformed') })),
  z.transform((value: string, context): Micros => {
    const amount_micros = parseAmount(value)
    if (amount_micros === null || amount_micros > MAX_AMOUNT_MICROS) {
      context.issues.push({ code: 'custom', message: 'amount_malformed', input: value })
      return 0n
    }
    if (amount_micros === 0n) context.issues.push({ code: 'custom', message: 'amount_zero', input: value })
    return amount_micros
  }),
)

/** An amount in a reply: a signed decimal string in major units with two to six decimals. */
export const amount = z.string().check(z.regex(/^-?(0|[1-9]\d*)\.\d{2,6}$/))

/** ISO 8601 UTC. */
export const time = z.iso.datetime()

// Neither our calendar nor the database's has a year 0.
const hasYear = z.refine<string>((value) => !value.startsWith('0000'), 'field_invalid')

/** A requested day: `2026-11-30`. */
export const day = z.iso.date({ error: because('field_invalid') }).check(hasYear)

/** A requested month: `2026-11`. */
export const month = z
  .string({ error: because('field_invalid') })
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'field_invalid'), hasYear)

/** An IANA time-zone name; checked against the list on the server. */
export const timeZone = z
  .string({ error: because('time_zone_unknown') })
  .check(z.maxLength(64, 'time_zone_unknown'), z.regex(/^[A-Za-z0-9_+\-/]+$/, 'time_zone_unknown'))

/** MD5 of six digits, lower-case hexadecimal: the wire form of the transaction password (PRODUCT §7). */
export const transactionPassword = z
  .string({ error: because('transaction_password_malformed') })
  .check(z.regex(/^[0-9a-f]{32}$/, 'transaction_password_malformed'))

/** A second factor's code: six digits of an authenticator app, or a recovery code of ten letters and digits. */
export const secondFactorCode = z
  .string({ error: because('field_invalid') })
  .check(z.trim(), z.toLowerCase(), z.regex(/^(\d{6}|[a-z2-7]{5}-?[a-z2-7]{5})$/, 'second_factor_wrong'))

/** An opaque position in a list. */
export const cursor = z.string({ error: because('cursor_invalid') }).check(z.maxLength(200, 'cursor_invalid'))

/** Page size in a query string: 1 to 100. */
export const limitText = z.pipe(
  z.string({ error: because('field_invalid') }).check(z.regex(/^([1-9]\d?|100)$/, 'field_invalid')),
  z.transform((value: string) => Number(value)),
)

/** Page size in a body: 1 to 100. */
export const limit = z
  .int({ error: because('field_invalid') })
  .check(z.gte(1, 'field_invalid'), z.lte(100, 'field_invalid'))

export const pageQuery = { cursor: z.optional(cursor), limit: z.optional(limitText) }

/** A page of a list: `next_cursor` is null at the end. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) })
}

/** An empty answer. */
export const nothing = z.object({})

export const flowType = z.enum(FLOW_TYPES)

export const count = z.int().check(z.gte(0))

/** The default page size (PRODUCT §16). */
export const LIMIT_DEFAULT = 20
