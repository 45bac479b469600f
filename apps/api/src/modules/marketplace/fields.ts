import { PUSH_KINDS, type PushKind } from '@adtally/contract/enums.ts'
import { because, text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'

/** SHA-256 in hexadecimal of the documents that were looked at. */
export const evidenceHash = z
  .string({ error: because('field_invalid') })
  .check(z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, 'field_invalid'))

/** A name as it is shown. */
export const shownName = text(120)
/** A legal or account name. */
export const legalName = text(200)
/** Longer text of a product. */
export const paragraph = text(8_000)

/** A whole number from `minimum` to `maximum`, as a flag carries it. */
export function wholeText(minimum: number, maximum: number) {
  return z.pipe(
    z.string({ error: because('field_invalid') }).check(z.regex(/^\d{1,9}$/, 'field_invalid')),
    z.pipe(
      z.transform(Number),
      z.int().check(z.gte(minimum, 'field_invalid'), z.lte(maximum, 'field_invalid')),
    ),
  )
}

/** `a,b,c` as a list without repetitions, each matching `pattern`. */
function listOf(pattern: RegExp, normalise: (item: string) => string) {
  return z.pipe(
    z.string({ error: because('field_invalid') }).check(z.maxLength(2_000, 'field_too_long')),
    z.transform((list: string, context): string[] => {
      const items = [...new Set(list.split(',').map((item) => normalise(item.trim())))]
      if (items.some((item) => !pattern.test(item))) {
        context.issues.push({ code: 'custom', message: 'field_invalid', input: list })
      }
      return items
    }),
  )
}

/** ISO 3166 alpha-2 codes, `DE,FR`. */
export const countryList = listOf(/^[A-Z]{2}$/, (item) => item.toUpperCase())
/** BCP 47 primary languages, `de,fr`. */
export const languageList = listOf(/^[a-z]{2,3}$/, (item) => item.toLowerCase())
export const deviceList = listOf(/^(phone|tablet|desktop)$/, (item) => item.toLowerCase())
export const operatingSystemList = listOf(/^(android|ios|windows|macos|linux|other)$/, (item) =>
  item.toLowerCase(),
)
/** A product's category, such as `games_puzzle`. */
export const category = z
  .string({ error: because('field_invalid') })
  .check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'field_invalid'))
export const categoryList = listOf(/^[a-z][a-z0-9_]{0,39}$/, (item) => item.toLowerCase())

function isPush(item: string): item is PushKind {
  return PUSH_KINDS.some((kind) => kind === item)
}

/** `official`, `non_official` or both. */
export const pushList = z.pipe(
  listOf(/^(official|non_official)$/, (item) => item.toLowerCase()),
  z.transform((items: string[]): PushKind[] => items.filter(isPush)),
)

/** `true` or `false`. */
export const flag = z.pipe(
  z.enum(['true', 'false'], { error: because('field_invalid') }),
  z.transform((value: 'true' | 'false') => value === 'true'),
)

/** Host of a publisher's pages, with its port where it is not the scheme's own. */
export const domain = z
  .string({ error: because('field_invalid') })
  .check(
    z.toLowerCase(),
    z.maxLength(260, 'field_too_long'),
    z.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/, 'field_invalid'),
  )
