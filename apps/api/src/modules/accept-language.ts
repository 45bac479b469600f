import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { DEFAULT_LANGUAGE } from '@adtally/i18n/languages.ts'
import { remembered } from './remembered.ts'

const readLanguage = remembered((header): Language => {
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

function languageOfTag(tag: string): Language | undefined {
  if (tag === 'zh' || tag.startsWith('zh-')) return /hant|tw|hk|mo/.test(tag) ? 'zh-Hant' : 'zh-Hans'
  return LANGUAGES.find((language) => language === tag.split('-')[0])
}

/** The best of our languages for an Accept-Language header, by its qualities; `en` where none fits (SPEC §9). */
export function languageOf(header: string | undefined): Language {
  return header === undefined ? DEFAULT_LANGUAGE : readLanguage(header)
}
