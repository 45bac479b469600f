import { siteOf } from '../../../lib/addresses/site-of.ts'
import { memoized } from '../../../lib/memoized.ts'

/** The taxonomy of these codes: IAB Content Category Taxonomy 1.0, which a request means that names none. */
export const CATEGORY_TAXONOMY = 1

/** Our categories' first words, and the tier of IAB's list that each falls into. */
const CODES: readonly (readonly [string, string])[] = [
  ['games', 'IAB9-30'],
  ['books', 'IAB1-1'],
  ['music', 'IAB1-6'],
  ['apps_finance', 'IAB13'],
  ['apps_travel', 'IAB20'],
  ['apps_health', 'IAB7'],
  ['apps_education', 'IAB5'],
  ['apps_news', 'IAB12'],
  ['apps', 'IAB19'],
  ['shopping_food', 'IAB8'],
  ['shopping_fashion', 'IAB18'],
  ['shopping', 'IAB22'],
  ['finance', 'IAB13'],
  ['travel', 'IAB20'],
  ['food', 'IAB8'],
  ['health', 'IAB7'],
  ['education', 'IAB5'],
  ['news', 'IAB12'],
  ['sports', 'IAB17'],
  ['gambling', 'IAB9-7'],
  ['dating', 'IAB14-1'],
]

/** The code of one of our categories; null where the list has none that says it. */
export function categoryCode(category: string): string | null {
  return CODES.find(([word]) => category === word || category.startsWith(`${word}_`))?.[1] ?? null
}

/** Whether a category is among blocked codes, each of which blocks its parts as well. What has no code may be any of them. */
export function isCategoryBlocked(category: string, blocked: ReadonlySet<string>): boolean {
  if (blocked.size === 0) return false
  const code = categoryCode(category)
  if (code === null) return true
  const [tier = ''] = code.split('-')
  return blocked.has(code) || blocked.has(tier)
}

/** The registrable domain that an advertisement leads to. */
export const advertiserDomain = memoized((landing_url: string): string => {
  const host = URL.parse(landing_url)?.hostname ?? ''
  return siteOf(host)
}, 10_000)
