import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../support/chromium.ts'
import { type DemoFile, type Program, startDemo } from '../support/program.ts'
import { APP_SHEETS, type AppSheet, sheetAtRest } from '../support/screens/app-sheets.ts'
import { axeControl, axeFindings } from '../support/screens/axe.ts'
import { announceSome, holdSome, withdrawSome } from '../support/screens/sheet-setup.ts'
import { firstOf, signInByApi } from '../support/sign-in.ts'
import type { Gate } from './gate.ts'

const CONTEXT = { viewport: { width: 390, height: 844 }, locale: 'en' }

/** axe finds nothing on any sheet or dialog, light and dark (HOUSE: 0). */
export const gate: Gate = {
  name: 'accessibility by axe, opened sheets',
  timing: false,
  async run({ chromium_path, note }) {
    // A demo of its own, because the last sheets change its data.
    const demo = await startDemo()
    const browser = await chromium.launch({ executablePath: chromium_path, args: [...CHROMIUM_FLAGS] })
    try {
      const found = await lookAtAll(browser, demo)
      for (const line of found) note(line)
      const first = found.length > 0 ? `, first ${found[0]}` : '; controls caught'
      return {
        passed: found.length === 0,
        figure: `${found.length} findings on ${APP_SHEETS.length} sheets, light and dark${first}`,
      }
    } finally {
      await browser.close()
      await demo.stop()
    }
  },
}

async function lookAtAll(browser: Browser, program: Program & { demo: DemoFile }): Promise<string[]> {
  const { url, demo } = program
  const [first] = demo.customers
  const last = demo.customers.at(-1) ?? first
  await announceSome(program)
  await withdrawSome(url, first)
  await holdSome(program, first)
  const tokens = { first: await signInByApi(url, first), last: await signInByApi(url, last) }
  const plan_id = await firstOf(url, tokens.first, '/plan/order/list', 'plan_id')
  const found: string[] = []
  for (const viewer of ['first', 'last'] as const) {
    const context = await browser.newContext(CONTEXT)
    await context.addInitScript((value) => localStorage.setItem('fb_token', value), tokens[viewer])
    for (const sheet of APP_SHEETS.filter((one) => one.viewer === viewer)) {
      const page = await context.newPage()
      const address = sheet.at === 'plan' ? `/plan/detail?id=${plan_id}` : sheet.at
      const findings = await findingsOn(page, `${url}/#${address}`, sheet).catch((error: unknown) => [
        error instanceof Error ? error.message : String(error),
      ])
      found.push(...findings.map((finding) => `${sheet.at}, ${sheet.name}: ${finding}`))
      if (sheet === APP_SHEETS[0]) found.push(...(await axeControl(page, '[role="dialog"]')))
      await page.close()
    }
    await context.close()
  }
  return found
}

async function findingsOn(page: Page, address: string, sheet: AppSheet): Promise<string[]> {
  await page.goto(address)
  await page.locator('main').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  page.setDefaultTimeout(10_000)
  await sheet.open(page)
  await sheetAtRest(page)
  return await axeFindings(page)
}
