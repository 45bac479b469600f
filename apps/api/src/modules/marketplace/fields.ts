import { DEVICE_KINDS, OPERATING_SYSTEMS, PUSH_KINDS, type PushKind } from '@adtally/contract/enums.ts'
import { because, text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { canonicalZone } from '../../lib/time-zones.ts'
import { parseWeekHours } from '../../lib/week-hours.ts'
import { listText } from '../verb-fields.ts'

export const shownName = text(120)
/** A legal or account name. */
export const legalName = text(200)
/** Longer text of a product. */
export const paragraph = text(8_000)

const inSmallLetters = (item: string) => item.toLowerCase()

/** ISO 3166 alpha-2 codes, `DE,FR`. */
export const countryList = listText(/^[A-Z]{2}$/, {
  normalise: (item) => item.toUpperCase(),
  example: 'DE,FR',
})
/** BCP 47 primary languages, `de,fr`. */
export const languageList = listText(/^[a-z]{2,3}$/, { normalise: inSmallLetters, example: 'de,fr' })
export const deviceList = listOf(DEVICE_KINDS)
export const operatingSystemList = listOf(OPERATING_SYSTEMS)
/** Hours of a week, `mon-fri 8-20, sat 10-14`, as `parseWeekHours` has them. */
export const weekHours = z.pipe(
  z.string({ error: because('field_invalid') }).check(z.maxLength(400, 'field_too_long')),
  z.transform((spans: string, context): string => {
    const hours = parseWeekHours(spans)
    if (hours === null) context.issues.push({ code: 'custom', message: 'field_invalid', input: spans })
    return hours ?? ''
  }),
)
/** A zone by its IANA name, as the platform spells it. */
export const zoneName = z.pipe(
  z.string({ error: because('time_zone_unknown') }).check(z.maxLength(64, 'field_too_long')),
  z.transform((name: string, context): string => {
    const zone = canonicalZone(name)
    if (zone === null) context.issues.push({ code: 'custom', message: 'time_zone_unknown', input: name })
    return zone ?? ''
  }),
)
/** A product's category, such as `games_puzzle`. */
export const category = z
  .string({ error: because('field_invalid') })
  .check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'field_invalid'))
export const categoryList = listText(/^[a-z][a-z0-9_]{0,39}$/, {
  normalise: inSmallLetters,
  example: 'games_puzzle,finance',
})

/** A list out of a closed set. */
function listOf(set: readonly string[]) {
  return listText(new RegExp(`^(${set.join('|')})$`), { normalise: inSmallLetters, example: set.join(',') })
}

function isPush(item: string): item is PushKind {
  return PUSH_KINDS.some((kind) => kind === item)
}

/** `official`, `non_official` or both. */
export const pushList = z.pipe(
  listText(/^(official|non_official)$/, { normalise: inSmallLetters, example: 'official,non_official' }),
  z.transform((items: string[]): PushKind[] => items.filter(isPush)),
)

/** Host of a publisher's pages, with the port unless it is the scheme's default. */
export const domain = z
  .string({ error: because('field_invalid') })
  .check(
    z.toLowerCase(),
    z.maxLength(260, 'field_too_long'),
    z.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/, 'field_invalid'),
  )
