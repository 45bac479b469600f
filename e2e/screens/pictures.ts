import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import type { TextSize } from '../../apps/web/src/lib/device/appearance.ts'
import { chromiumLaunchOptions } from '../support/chromium.ts'
import type { DemoFile } from '../support/program.ts'
import { walkScreens } from '../support/screens/screen-walk.ts'
import type { Screen } from '../support/screens/screens.ts'
import { type Appearance, type Choice, SIZES, type Size } from './choice.ts'

const JPEG_QUALITY = 85

/** A picture of a screen, with its path in the pictures' folder. */
export interface Picture {
  screen: Screen
  language: string
  appearance: Appearance
  size: Size
  file: string
}

/** Takes the chosen pictures of a running demo into `folder`; reports each that failed. */
export async function takePictures(
  { url, demo }: { url: string; demo: DemoFile },
  choice: Choice,
  folder: string,
): Promise<{ pictures: Picture[]; failures: string[] }> {
  const browser = await chromium.launch(chromiumLaunchOptions())
  const pictures: Picture[] = []
  const failures: string[] = []
  try {
    for (const size of choice.sizes) {
      const context = { ...SIZES[size], locale: 'en-GB', timezoneId: 'UTC' }
      const { screens, languages } = choice
      const missed = await walkScreens(browser, { url, demo, screens, languages, context }, async (sight) => {
        const { page, screen, language } = sight
        if (screen.path === '/login')
          await page.locator('[aria-labelledby="continue-as"] li').first().waitFor()
        await page.evaluate(showTextsIn, choice.text_size)
        for (const appearance of choice.appearances) {
          const name = `${screen.name === '*' ? 'not-found' : screen.name}-${appearance}-${size}.jpg`
          const picture = { screen, language, appearance, size, file: join(language, name) }
          await takePicture(page, appearance, join(folder, picture.file))
          pictures.push(picture)
        }
      })
      failures.push(...missed.map((text) => `${text} (${size})`))
    }
  } finally {
    await browser.close()
  }
  return { pictures, failures }
}

/** Sets the text size as the app does. Runs in the browser. */
function showTextsIn(text_size: TextSize): void {
  document.documentElement.dataset.textSize = text_size
}

/** Takes the whole page; for a zoomed window (SPEC §1) only what it shows, since the rest would be zoomed twice. */
async function takePicture(page: Page, appearance: Appearance, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  await page.emulateMedia({ colorScheme: appearance })
  const fullPage = await page.evaluate(() => document.documentElement.style.getPropertyValue('zoom') === '')
  await page.screenshot({ path, type: 'jpeg', quality: JPEG_QUALITY, fullPage, animations: 'disabled' })
}
