import { because } from '@adtally/contract/fields.ts'
import { parseAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'

/** An ISO 4217 code, or a token's such as `USDT`. */
export const currencyCode = z
  .string({ error: because('field_invalid') })
  .check(z.toUpperCase(), z.regex(/^[A-Z]{3,5}$/, 'field_invalid'))

/** Foreign units for one of the ledger's currency, above 0, at most six decimals; parsed into millionths. */
export const rateInput = z.pipe(
  z
    .string({ error: because('field_invalid') })
    .check(z.regex(/^(0|[1-9]\d{0,7})(\.\d{1,6})?$/, 'field_invalid')),
  z.transform((value: string, context): bigint => {
    const rate_micros = parseAmount(value) ?? 0n
    if (rate_micros === 0n) context.issues.push({ code: 'custom', message: 'field_invalid', input: value })
    return rate_micros
  }),
)

/** A percentage from 0.00 to 3.00 as a flag carries it; parsed into hundredths of a percent. */
export const feePercent = z.pipe(
  z
    .string({ error: because('field_invalid') })
    .check(z.regex(/^([0-2](\.\d{1,2})?|3(\.00?)?)$/, 'field_invalid')),
  z.transform((value: string) => {
    const [whole = '0', part = ''] = value.split('.')
    return Number(whole) * 100 + Number(part.padEnd(2, '0'))
  }),
)

/** Micro-units as a proposal keeps them. */
export const microsText = z.pipe(
  z.string().check(z.regex(/^\d{1,24}$/)),
  z.transform((value: string) => BigInt(value)),
)
