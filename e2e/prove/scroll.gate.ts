import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../support/chromium.ts'
import { scrollThrough } from '../support/frame-times.ts'
import { customerWithLines } from '../support/many-lines.ts'
import { startProgram } from '../support/program.ts'
import type { Gate } from './gate.ts'

const LINES = 10_000
/** A frame's longest time, in milliseconds. */
const LIMIT_MS = 50
/** Some 18,000 px a second: faster than a finger throws a list. */
const STEP_PX = 300
const LIST = 'Fund details'
const SCREEN = { width: 390, height: 844 }

/** 10,000 lines of the fund flow are scrolled through, from the first to the last, with no frame over 50 ms. */
export const gate: Gate = {
  name: 'scrolling 10,000 lines of the fund flow',
  timing: true,
  async run({ chromium_path, note }) {
    const program = await startProgram('apps/api/src/main.ts', {
      env: { RATE_LIMIT_PER_MINUTE: '9999999' },
    })
    try {
      const started_ms = performance.now()
      const token = await customerWithLines(program, LINES)
      note(`${LINES} plans placed in ${((performance.now() - started_ms) / 1000).toFixed(0)} s`)
      const browser = await chromium.launch({ executablePath: chromium_path, args: [...CHROMIUM_FLAGS] })
      try {
        const context = await browser.newContext({ viewport: SCREEN, locale: 'en' })
        await context.addInitScript((value) => localStorage.setItem('fb_token', value), token)
        const page = await context.newPage()
        await openWallet(page, `${program.url}/#/wallet`)
        return await measure(page, note)
      } finally {
        await browser.close()
      }
    } finally {
      await program.stop()
    }
  },
}

async function openWallet(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('list', { name: LIST }).getByRole('button').first().waitFor()
  // What starting leaves to do later is no scrolling's.
  await page.waitForLoadState('networkidle').catch(() => undefined)
}

/** Down to the last line, up again, and into the middle; the control is the same way with a planted hold-up. */
async function measure(page: Page, note: (text: string) => void) {
  const down = await scrollThrough(page, LIST, { until_row: LINES, step_px: STEP_PX, limit_ms: LIMIT_MS })
  note(`down: ${JSON.stringify(down)}`)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  const on = await scrollThrough(page, LIST, { until_row: LINES, step_px: STEP_PX, limit_ms: LIMIT_MS })
  note(`from the middle again: ${JSON.stringify(on)}`)
  await page.evaluate(() => window.scrollTo(0, 0))
  const control = await scrollThrough(page, LIST, {
    until_row: LINES / 10,
    step_px: STEP_PX,
    limit_ms: LIMIT_MS,
    planted_ms: LIMIT_MS * 2,
  })
  const frames = down.frames + on.frames
  const over_limit = down.over_limit + on.over_limit
  const longest_ms = Math.max(down.longest_ms, on.longest_ms)
  const is_caught = control.over_limit > 0
  return {
    passed: over_limit === 0 && is_caught,
    figure:
      `longest of ${frames} frames ${longest_ms.toFixed(0)} ms, ${over_limit} over ${LIMIT_MS} ms, ` +
      `${down.last_row} lines; control: a planted hold-up ${is_caught ? 'caught' : 'NOT caught'}`,
  }
}
