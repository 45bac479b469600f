import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../support/chromium.ts'
import { isHardCoded } from '../support/screens/hard-coded.ts'
import { fittingOf, sentenceOf } from '../support/screens/misfits.ts'
import { lookIntoSheets } from '../support/screens/opened-sheets.ts'
import { plantMisfits } from '../support/screens/plant-misfits.ts'
import { showPseudoLanguage } from '../support/screens/pseudo-language.ts'
import { saidTexts } from '../support/screens/said-texts.ts'
import { walkScreens } from '../support/screens/screen-walk.ts'
import { screensOf } from '../support/screens/screens.ts'
import { ServerTexts } from '../support/screens/server-texts.ts'
import type { Gate } from './gate.ts'

/** The narrowest window of the app's design (DESIGN). */
const CONTEXT = { viewport: { width: 320, height: 640 }, hasTouch: true, locale: 'en' }
const PLANTED = 'Written into the program'

/** In an accented pseudo-language 40 % longer, nothing is cut off anywhere, and only data is unaccented. */
export const gate: Gate = {
  name: 'pseudo-language',
  timing: false,
  async run({ chromium_path, note, sharedDemo }) {
    const { url, demo } = await sharedDemo()
    const screens = await screensOf(url, demo)
    const browser = await chromium.launch({ executablePath: chromium_path, args: [...CHROMIUM_FLAGS] })
    const server_texts = new ServerTexts()
    const found = new Set<string>()
    const add = (fault: string) => {
      if (!found.has(fault)) note(fault)
      found.add(fault)
    }
    let texts = 0
    let sheets = 0
    const look = async (page: Page, where: string) => {
      const { said, faults } = await faultsOf(page, await server_texts.all())
      texts += said
      for (const fault of faults) add(`${where}: ${fault}`)
    }
    const prepare = async (page: Page) => {
      server_texts.listen(page)
      await showPseudoLanguage(page)
    }
    try {
      const options = { url, demo, screens, languages: ['en'], context: CONTEXT, prepare }
      const failures = await walkScreens(browser, options, async ({ page, screen }) => {
        await look(page, screen.path)
        if (screen === screens[0]) for (const fault of await control(page)) add(fault)
        sheets += await lookIntoSheets(page, (opener) => look(page, `${screen.path}, sheet of «${opener}»`))
      })
      for (const failure of failures) add(failure)
    } finally {
      await browser.close()
    }
    const places = `${screens.length} routes and ${sheets} sheets`
    return {
      passed: found.size === 0,
      figure: `${found.size} of ${texts} texts cut off or hard-coded, ${places}`,
    }
  },
}

/** Texts of the current page that are cut off or hard-coded; throws if it is in another language. */
async function faultsOf(page: Page, server_texts: ReadonlySet<string>) {
  const { misfits } = await fittingOf(page)
  const said = await saidTexts(page)
  if (!said.some(({ text }) => text.startsWith('['))) throw new Error('nothing is in the pseudo language')
  const plain = said.filter(({ text }) => isHardCoded(text, server_texts))
  const faults = [
    ...misfits.map(sentenceOf),
    ...plain.map(({ text, where }) => `hard-coded: «${text.trim()}» in ${where}`),
  ]
  return { said: said.length, faults }
}

/** Control: a text that does not fit and one outside the catalogues are found. */
async function control(page: Page): Promise<string[]> {
  await page.evaluate((text) => {
    const element = document.createElement('p')
    element.textContent = text
    element.dataset.planted = 'hard-coded'
    document.querySelector('main')?.append(element)
  }, PLANTED)
  const { faults } = await faultsOf(page, new Set())
  const is_found = faults.some((fault) => fault.startsWith(`hard-coded: «${PLANTED}»`))
  const misfits = await plantMisfits(page)
  return is_found ? misfits : ['control: the planted text is not found', ...misfits]
}
