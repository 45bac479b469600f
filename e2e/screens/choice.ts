import { LANGUAGES } from '@adtally/contract/enums.ts'
import { TEXT_SIZES, type TextSize } from '../../apps/web/src/lib/device/appearance.ts'
import type { Screen } from '../support/screens/screens.ts'

/** SPEC's design width on a phone, and a desktop's zoomed window. */
export const SIZES = {
  '390x844': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  '1280x800': { viewport: { width: 1280, height: 800 } },
} as const
export type Size = keyof typeof SIZES

export const APPEARANCES = ['light', 'dark'] as const
export type Appearance = (typeof APPEARANCES)[number]

/** The shortest and longest words, and scripts without spaces. */
const USUAL_LANGUAGES = ['en', 'zh-Hans', 'de', 'th']

export interface Choice {
  screens: Screen[]
  languages: string[]
  appearances: Appearance[]
  sizes: Size[]
  text_size: TextSize
}

/**
 * Filters everything by the arguments: each names a language, `light` or `dark`, a size, a text size (by default the
 * regular one), or part of a route's path; arguments of one kind add up. Throws on one that names nothing.
 */
export function chooseScreens(screens: readonly Screen[], filters: readonly string[]): Choice {
  const known = { languages: LANGUAGES, appearances: APPEARANCES, sizes: Object.keys(SIZES).filter(isSize) }
  const languages = known.languages.filter((each) => filters.includes(each))
  const appearances = known.appearances.filter((each) => filters.includes(each))
  const sizes = known.sizes.filter((each) => filters.includes(each))
  const text_size = TEXT_SIZES.find((each) => filters.includes(each))
  const settings: string[] = [...languages, ...appearances, ...sizes, ...TEXT_SIZES]
  const paths = filters.filter((each) => !settings.includes(each))
  const lost = paths.find((part) => !screens.some(({ path }) => path.includes(part)))
  if (lost !== undefined) throw new Error(`${lost} is no route, language, appearance or size`)
  return {
    screens: screens.filter(({ path }) => paths.length === 0 || paths.some((part) => path.includes(part))),
    languages: languages.length > 0 ? languages : USUAL_LANGUAGES,
    appearances: appearances.length > 0 ? appearances : [...APPEARANCES],
    sizes: sizes.length > 0 ? sizes : known.sizes,
    text_size: text_size ?? 'regular',
  }
}

function isSize(text: string): text is Size {
  return text in SIZES
}
