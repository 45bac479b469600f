import * as z from 'zod/mini'
import {
  CATEGORY_WORDS,
  CREATIVE_KINDS,
  DEVICE_KINDS,
  OPERATING_SYSTEMS,
  PRICE_MODELS,
  PRODUCT_TYPES,
  PUSH_KINDS,
  type PushKind,
} from '../../enums.ts'
import { because, text } from '../../fields.ts'
import { parseWeekHours } from '../../week-hours.ts'
import { listText, readableName } from '../statement/fields.ts'

export const shownName = readableName(120)
/** A legal or account name. */
export const legalName = readableName(200)
/** Longer text of a product. */
export const paragraph = text(8_000)

const inSmallLetters = (item: string) => item.toLowerCase()

/** What ISO 3166-1 leaves to users is no country, but for Kosovo's XK, which lists of networks have. */
const COUNTRY = /^(?!AA|Q[M-Z]|X(?!K)|ZZ)[A-Z]{2}$/
/** ISO 3166 alpha-2 codes, `DE,FR`. */
export const countryList = listText(COUNTRY, {
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
export const creativeKind = z.enum(CREATIVE_KINDS, { error: because('field_invalid') })
export const productType = z.enum(PRODUCT_TYPES, { error: because('field_invalid') })
export const priceModel = z.enum(PRICE_MODELS, { error: because('field_invalid') })
export const placementPush = z.enum(PUSH_KINDS, { error: because('field_invalid') })
/** A goal's key, such as `install`. */
export const goalKey = z
  .string({ error: because('field_invalid') })
  .check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'field_invalid'))

const GOALS_MAX = 20
const GOAL_EXAMPLE = 'install=Game installed,purchase=First purchase'

/** What an advertiser may report, `install=Game installed,purchase=First purchase`: titles by their goals' keys. */
export const goalTitles = z
  .record(goalKey, text(80), { error: because('field_invalid') })
  .check(z.refine((goals) => isCountOfGoals(Object.keys(goals).length), 'field_invalid'))

/** The same as a flag. */
export const goalList = z
  .pipe(
    z.string({ error: because('field_invalid') }).check(z.maxLength(4_000, 'field_too_long')),
    z.transform((list: string, context): Record<string, string> => {
      const pairs = list.split(',').map((pair) => /^\s*([A-Za-z0-9_-]{1,40})\s*=(.*)$/.exec(pair))
      const goals = new Map(pairs.map((pair): [string, string] => [pair?.[1] ?? '', pair?.[2]?.trim() ?? '']))
      const is_given = goals.size === pairs.length && isCountOfGoals(goals.size) && !pairs.includes(null)
      const are_titles = [...goals.values()].every((title) => title !== '' && title.length <= 80)
      if (!is_given || !are_titles) {
        const params = { bounds: { example: GOAL_EXAMPLE } }
        context.issues.push({ code: 'custom', message: 'field_invalid', input: list, params })
      }
      return Object.fromEntries(goals)
    }),
  )
  .register(z.globalRegistry, { pattern: '^[a-z]{1,20}=[A-Z][a-z]{1,20}$' })

function isCountOfGoals(count: number): boolean {
  return count >= 1 && count <= GOALS_MAX
}

const CATEGORY = new RegExp(`^(?=.{1,40}$)(${CATEGORY_WORDS.join('|')})(_[a-z0-9]+)*$`)
/** A product's category, such as `games_puzzle`: one of the closed list's words, or a part of it. */
export const category = z
  .string({ error: because('field_invalid') })
  .check(z.regex(CATEGORY, 'field_invalid'))
  .register(z.globalRegistry, { pattern: '^games_[a-z0-9]{1,20}$' })
export const categoryList = listText(CATEGORY, {
  normalise: inSmallLetters,
  example: CATEGORY_WORDS.join(','),
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

/** No host is longer; with a port. */
const HOST_LENGTH_MAX = 260
const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/

/** Host of a publisher's pages, with the port unless it is the scheme's default. */
export const domain = z
  .string({ error: because('field_invalid') })
  .check(z.toLowerCase(), z.maxLength(HOST_LENGTH_MAX, 'field_too_long'), z.regex(HOST, 'field_invalid'))
/** Several of them, `news.example,sport.news.example`. */
export const domainList = listText(HOST, { normalise: inSmallLetters, example: 'news.example,shop.example' })

/** An app as its store lists it: a package or bundle name, or the store's number. */
export const bundleId = z
  .string({ error: because('field_invalid') })
  .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,149}$/, 'field_invalid'))
