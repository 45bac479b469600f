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
/** The most that a frame may cost the main thread, in milliseconds of CPU time. */
const LIMIT_MS = 50
/** About 45,000 px a second, several times as fast as a finger can fling a list: each frame draws other lines. */
const STEP_PX = 750
/** Ten seconds of an empty page tell what this machine's frames are like. */
const EMPTY_FRAMES = 600
const LIST = 'Fund details'
const SCREEN = { width: 390, height: 844 }

/**
 * Scrolls through 10,000 fund flow lines from first to last; no frame costs the main thread more than 50 ms of CPU
 * time. Wall-clock times are reported but not judged: without a graphics card, on a shared machine, even an empty
 * page has frames over 50 ms.
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
  // Wait for the work that the app defers at its start.
  await page.waitForLoadState('networkidle').catch(() => undefined)
}

/**
 * Scrolls to the last line, and again from the middle, measuring wall-clock and CPU time; the control repeats that
 * with a planted delay. The wall-clock result of an empty page is reported with it and excuses nothing: it tells
 * whether to look for a slow frame in the list or in the machine.
 */
async function measure(page: Page, trace: string, note: (text: string) => void) {
  const way = { until_row: LINES, step_px: STEP_PX, limit_ms: LIMIT_MS }
  const down = await scrollThrough(page, LIST, way)
  note(`down: ${JSON.stringify(down)}`)
  const empty = await emptyControl(page)
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
      `(${empty.frames} of an empty page: ${empty.longest_ms.toFixed(0)} ms, ${empty.over_limit} over), ` +
      `dearest ${dearest_ms.toFixed(0)} ms on the processor, ${down.last_row} lines; ` +
      `control: a planted hold-up ${is_caught ? 'caught' : 'NOT caught'}`,
  }
}

/** Scrolls an empty page of the list's height afterwards: slow frames there are the machine's. */
async function emptyControl(page: Page) {
  const height_px = await page.evaluate(() => document.documentElement.scrollHeight)
  const empty = await page.context().newPage()
  try {
    const way = { frames: EMPTY_FRAMES, height_px, step_px: STEP_PX, limit_ms: LIMIT_MS }
    return await scrollEmpty(empty, way)
  } finally {
    await empty.close()
    await page.bringToFront()
  }
}

/** The CPU time of each frame on the main thread while `work` runs, in milliseconds. */
async function costsOf(page: Page, trace: string, work: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  await browser.startTracing(page, { path: trace, categories: [...TICK_CATEGORIES] })
  await work()
  await browser.stopTracing()
  return frameCosts(readFileSync(trace, 'utf8'))
}
