import { LANGUAGES } from '@adtally/contract/enums.ts'
import { chromium, type Page } from '@playwright/test'
import { TEXT_SIZES } from '../../apps/web/src/lib/device/appearance.ts'
import { CHROMIUM_FLAGS } from '../support/chromium.ts'
import { addToFonts } from '../support/machines/font-machine.ts'
import { FACES, THAI_FACE } from '../support/screens/faces.ts'
import { fittingOf, sentenceOf } from '../support/screens/misfits.ts'
import { plantMisfits } from '../support/screens/plant-misfits.ts'
import { walkScreens } from '../support/screens/screen-walk.ts'
import { screensOf } from '../support/screens/screens.ts'
import type { Gate } from './gate.ts'

const LANGUAGE_NAMES: readonly string[] = LANGUAGES

/** The narrowest window of the app's design (DESIGN). */
const WINDOW = { width: 320, height: 640 }

/** The widths of phones, each with every text size. */
const LOOKS = [320, 360, 390].flatMap((width) => TEXT_SIZES.map((text_size) => ({ width, text_size })))

/** Offsets in faces and looks of the two views of each page. */
const STEPS = [
  { face: 0, look: 0 },
  { face: 2, look: 4 },
] as const

/**
 * Nothing is cut off at 320 px on any route in any language (DESIGN: "nothing may clip"), nor in any common typeface.
 * In each language a page is checked in two faces, each at a width and text size, in rotation: over the twelve
 * languages each route is checked in each face at each width and at each text size.
 */
export const gate: Gate = {
  name: 'texts fit at 320 px',
  timing: false,
  long: true,
  async run({ chromium_path, note, scratch, sharedDemo }) {
    const { url, demo } = await sharedDemo()
    const screens = await screensOf(url, demo)
    const browser = await chromium.launch({
      executablePath: chromium_path,
      args: [...CHROMIUM_FLAGS],
      env: { ...process.env, FONTCONFIG_FILE: addToFonts(scratch, [...FACES, THAI_FACE]) },
    })
    const found: string[] = []
    let texts = 0
    try {
      const context = { viewport: WINDOW, hasTouch: true, locale: 'en' }
      const options = { url, demo, screens, languages: LANGUAGES, context }
      const failures = await walkScreens(browser, options, async ({ page, screen, language }) => {
        const fitting = await fittingOf(page)
        if (fitting.texts === 0) throw new Error('there is no text on it')
        texts += fitting.texts
        found.push(...fitting.misfits.map((misfit) => `${screen.path}, ${language}: ${sentenceOf(misfit)}`))
        const turn = screens.indexOf(screen) + LANGUAGE_NAMES.indexOf(language)
        const tried = await tryFaces(page, turn)
        texts += tried.texts
        found.push(...tried.found.map((fault) => `${screen.path}, ${language}, ${fault}`))
        if (screen === screens[0] && language === LANGUAGES[0]) found.push(...(await plantMisfits(page)))
      })
      found.push(...failures)
    } finally {
      await browser.close()
    }
    for (const line of found) note(line)
    const pages = `${screens.length} routes in ${LANGUAGES.length} languages`
    return { passed: found.length === 0, figure: `${found.length} of ${texts} texts do not fit, ${pages}` }
  },
}

/** What does not fit in two faces, each at one width and text size; restores the page afterwards. */
async function tryFaces(page: Page, turn: number): Promise<{ texts: number; found: string[] }> {
  const found: string[] = []
  let texts = 0
  for (const step of STEPS) {
    const face = FACES[(turn + step.face) % FACES.length]
    const look = LOOKS[(turn + step.look) % LOOKS.length]
    if (!face || !look) continue
    const { family } = face
    const { width, text_size } = look
    await page.setViewportSize({ ...WINDOW, width })
    await wear(page, `"${family}", "${THAI_FACE.family}", sans-serif`, text_size)
    const fitting = await fittingOf(page)
    texts += fitting.texts
    found.push(
      ...fitting.misfits.map((misfit) => `${family}, ${text_size}, ${width} px: ${sentenceOf(misfit)}`),
    )
  }
  await wear(page, '', 'regular')
  await page.setViewportSize(WINDOW)
  return { texts, found }
}

/** Sets the app's font families (its own if none are given) and text size. */
async function wear(page: Page, families: string, text_size: string): Promise<void> {
  await page.evaluate(
    ([own_families, size]) => {
      const { dataset, style } = document.documentElement
      style.setProperty('--default-font-family', own_families)
      dataset.textSize = size
    },
    [families, text_size] as const,
  )
}
