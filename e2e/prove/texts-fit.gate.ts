import { LANGUAGES } from '@adtally/contract/enums.ts'
import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../support/chromium.ts'
import { fittingOf, sentenceOf } from '../support/misfits.ts'
import { plantMisfits } from '../support/plant-misfits.ts'
import { walkScreens } from '../support/screen-walk.ts'
import { screensOf } from '../support/screens.ts'
import type { Gate } from './gate.ts'

/** The narrowest window that the app is drawn for (DESIGN). */
const WINDOW = { width: 320, height: 640 }

/** Nothing is cut off at 320 px on any route in any language (DESIGN: "nothing may clip"). */
export const gate: Gate = {
  name: 'texts fit at 320 px',
  timing: false,
  async run({ chromium_path, note, sharedDemo }) {
    const { url, demo } = await sharedDemo()
    const screens = await screensOf(url, demo)
    const browser = await chromium.launch({ executablePath: chromium_path, args: [...CHROMIUM_FLAGS] })
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
