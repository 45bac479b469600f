import AxeBuilder from '@axe-core/playwright'
import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../support/chromium.ts'
import { type DemoFile, type Program, startDemo } from '../support/program.ts'
import { APP_SHEETS, type AppSheet, sheetAtRest } from '../support/screens/app-sheets.ts'
import { announceSome, holdSome, withdrawSome } from '../support/screens/sheet-setup.ts'
import { firstOf, signInByApi } from '../support/sign-in.ts'
import type { Gate } from './gate.ts'

const APPEARANCES = ['light', 'dark'] as const
const SCREEN = { width: 390, height: 844 }

/** axe finds nothing on any sheet or dialog, light and dark (HOUSE: 0). */
export const gate: Gate = {
  name: 'accessibility by axe, opened sheets',
  timing: false,
  async run({ chromium_path, note }) {
    // A demo for each appearance, because the last sheets change its data.
    const found: string[] = []
    let looked = 0
    const browser = await chromium.launch({ executablePath: chromium_path, args: [...CHROMIUM_FLAGS] })
    try {
      for (const appearance of APPEARANCES) {
        const demo = await startDemo()
        try {
          const report = await lookAtAll(browser, demo, appearance)
          found.push(...report.found.map((line) => `${line}, ${appearance}`))
          looked += report.looked
        } finally {
          await demo.stop()
        }
      }
    } finally {
      await browser.close()
    }
    for (const line of found) note(line)
    return {
      passed: found.length === 0,
      figure: `${found.length} findings on ${looked} sheets${found.length > 0 ? `, first ${found[0]}` : ''}; control caught`,
    }
  },
}

async function lookAtAll(
  browser: Browser,
  program: Program & { demo: DemoFile },
  appearance: (typeof APPEARANCES)[number],
) {
  const { url, demo } = program
  const [first] = demo.customers
  const last = demo.customers.at(-1) ?? first
  await announceSome(program)
  await withdrawSome(url, first)
  await holdSome(program, first)
  const tokens = { first: await signInByApi(url, first), last: await signInByApi(url, last) }
  const plan_id = await firstOf(url, tokens.first, '/plan/order/list', 'plan_id')
  const found: string[] = []
  for (const sheet of APP_SHEETS) {
    const context = await browser.newContext({ viewport: SCREEN, colorScheme: appearance, locale: 'en' })
    await context.addInitScript((value) => localStorage.setItem('fb_token', value), tokens[sheet.viewer])
    const page = await context.newPage()
    const address = sheet.at === 'plan' ? `/plan/detail?id=${plan_id}` : sheet.at
    const findings = await findingsOn(page, `${url}/#${address}`, sheet).catch((error: unknown) => [
      error instanceof Error ? error.message : String(error),
    ])
    found.push(...findings.map((finding) => `${sheet.at}, ${sheet.name}: ${finding}`))
    if (sheet === APP_SHEETS[0]) found.push(...(await control(page)))
    await context.close()
  }
  return { found, looked: APP_SHEETS.length }
}

async function findingsOn(page: Page, address: string, sheet: AppSheet): Promise<string[]> {
  await page.goto(address)
  await page.locator('main').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  page.setDefaultTimeout(10_000)
  await sheet.open(page)
  await sheetAtRest(page)
  return await violationsOn(page)
}

async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`)
}

/** Control: a nameless button in the opened sheet is found. */
async function control(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.querySelector('[role="dialog"]')?.append(document.createElement('button'))
  })
  const is_found = (await violationsOn(page)).some((violation) => violation.startsWith('button-name'))
  return is_found ? [] : ['control: a button without a name is not found']
}
