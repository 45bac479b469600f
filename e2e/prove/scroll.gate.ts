import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../support/chromium.ts'
import { customerWithLines } from '../support/many-lines.ts'
import { scrollEmpty, scrollThrough } from '../support/measures/frame-times.ts'
import { frameCosts } from '../support/measures/frame-trace.ts'
import { TICK_CATEGORIES } from '../support/measures/tick-trace.ts'
import { startProgram } from '../support/program.ts'
import type { Gate } from './gate.ts'

const LINES = 10_000
/** A frame's longest time on the main thread's processor, in milliseconds. */
const LIMIT_MS = 50
/** Some 18,000 px a second: faster than a finger throws a list. */
const STEP_PX = 300
const LIST = 'Fund details'
const SCREEN = { width: 390, height: 844 }

/**
 * 10,000 lines of the fund flow are scrolled through, from the first to the last, and no frame costs the main thread more
 * than 50 ms of the processor. What the clock says stands beside it and judges nothing: without a graphics card, on a
 * machine that others share, an empty page has frames over 50 ms too.
 */
export const gate: Gate = {
  name: 'scrolling 10,000 lines of the fund flow',
  timing: true,
  async run({ chromium_path, scratch, note }) {
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
        return await measure(page, join(scratch, 'scroll.json'), note)
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

/**
 * Down to the last line, and once more from the middle, by the clock and on the main thread's processor time; the control
 * is the same way with a planted hold-up. What the clock shows on an empty page stands beside it, and excuses nothing:
 * it says whether a slow frame is looked for in the list or in the machine.
 */
async function measure(page: Page, trace: string, note: (text: string) => void) {
  const way = { until_row: LINES, step_px: STEP_PX, limit_ms: LIMIT_MS }
  const down = await scrollThrough(page, LIST, way)
  note(`down: ${JSON.stringify(down)}`)
  const empty = await emptyControl(page, down.frames)
  note(`an empty page of the same height: ${JSON.stringify(empty)}`)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  const costs = await costsOf(page, trace, () => scrollThrough(page, LIST, way))
  const dearest_ms = Math.max(...costs)
  note(`on the processor: ${costs.length} frames, dearest ${dearest_ms.toFixed(1)} ms`)
  await page.evaluate(() => window.scrollTo(0, 0))
  const short_way = { ...way, until_row: LINES / 10, planted_ms: LIMIT_MS * 4 }
  let control = { over_limit: 0 }
  const control_costs = await costsOf(page, trace, async () => {
    control = await scrollThrough(page, LIST, short_way)
  })
  const is_caught = control.over_limit > 0 && Math.max(...control_costs) > LIMIT_MS
  return {
    passed: down.last_row >= LINES && dearest_ms <= LIMIT_MS && is_caught,
    figure:
      `longest of ${down.frames} frames ${down.longest_ms.toFixed(0)} ms, ${down.over_limit} over ${LIMIT_MS} ms ` +
      `(an empty page: ${empty.longest_ms.toFixed(0)} ms, ${empty.over_limit} over), ` +
      `dearest ${dearest_ms.toFixed(0)} ms on the processor, ${down.last_row} lines; ` +
      `control: a planted hold-up ${is_caught ? 'caught' : 'NOT caught'}`,
  }
}

/** An empty page of the list's height, scrolled right after it in the same browser: what it shows is the machine's. */
async function emptyControl(page: Page, frames: number) {
  const height_px = await page.evaluate(() => document.documentElement.scrollHeight)
  const empty = await page.context().newPage()
  try {
    return await scrollEmpty(empty, { frames, height_px, step_px: STEP_PX, limit_ms: LIMIT_MS })
  } finally {
    await empty.close()
    await page.bringToFront()
  }
}

/** What each frame cost the main thread while `work` ran, in milliseconds on the processor. */
async function costsOf(page: Page, trace: string, work: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  await browser.startTracing(page, { path: trace, categories: [...TICK_CATEGORIES] })
  await work()
  await browser.stopTracing()
  return frameCosts(readFileSync(trace, 'utf8'))
}
