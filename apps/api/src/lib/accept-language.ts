import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { DEFAULT_LANGUAGE } from '@adtally/i18n/languages.ts'
import { memoized } from './memoized.ts'

const readLanguage = memoized((header): Language => {
  const wishes = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/\s*;\s*q=/)
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality)
  for (const { tag } of wishes) {
    const language = languageOfTag(tag)
    if (language) return language
  }
  return DEFAULT_LANGUAGE
})

/** Regions that write Chinese in traditional characters, for tags without a script. */
const TRADITIONAL_REGIONS = ['tw', 'hk', 'mo']

function languageOfTag(tag: string): Language | undefined {
  const [primary, ...subtags] = tag.split('-')
  if (primary !== 'zh') return LANGUAGES.find((language) => language === primary)
  if (subtags.includes('hans')) return 'zh-Hans'
  const is_traditional = subtags.some((subtag) => subtag === 'hant' || TRADITIONAL_REGIONS.includes(subtag))
  return is_traditional ? 'zh-Hant' : 'zh-Hans'
}

/** Whether an Accept-Language header names a language; `*` alone accepts any. */
export function namesLanguage(header: string | undefined): boolean {
  return header !== undefined && /[a-z]{2}/i.test(header)
}

/** The best of our languages for an Accept-Language header, by its qualities; `en` where none fits (SPEC §9). */
export function languageOf(header: string | undefined): Language {
  return header === undefined ? DEFAULT_LANGUAGE : readLanguage(header)
}
