import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import * as z from 'zod/mini'
import { CHROMIUM_FLAGS } from '../chromium.ts'
import { browserSlowness } from './lighthouse-yardstick.ts'

const START_TIMEOUT_MS = 60_000
const POLL_MS = 50

/** How much slower than two idle processors the phone is; Lighthouse's own figure. */
const PHONE_TIMES_SLOWER = 4

/** What Lighthouse does after its measuring, for parts of its report that count in no score. */
const UNREAD = ['bf-cache', 'screenshot-thumbnails', 'script-treemap-data']

/** The part of an audit's details that names elements. */
const Met = z.object({
  items: z._default(z.array(z.object({ node: z.optional(z.object({ selector: z.string() })) })), []),
})

/** Lighthouse's mobile figures of a screen. */
export interface LighthouseFigures {
  /** How many times slower than this machine the phone was assumed to be. */
  times_slower: number
  /** 0–100. */
  performance: number
  /** 0–100. */
  accessibility: number
  layout_shift: number
  blocking_ms: number
  first_paint_ms: number
  largest_paint_ms: number
  /** Failed accessibility audits. */
  faults: string[]
}

/** Measures a page in its own Chromium with Lighthouse's mobile settings; `local_storage` signs it in. */
export async function measurePage(options: {
  chromium_path: string
  scratch: string
  url: string
  local_storage?: Readonly<Record<string, string>>
}): Promise<LighthouseFigures> {
  const { port, stop } = await startChromium(
    options.chromium_path,
    join(options.scratch, `profile-${Date.now()}`),
  )
  try {
    // A slow machine is throttled less, as Lighthouse advises, so that the simulated phone stays the same.
    const times_slower = PHONE_TIMES_SLOWER / (await browserSlowness(port))
    await prepare(port, options.url, options.local_storage ?? {})
    const result = await lighthouse(options.url, {
      port,
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility'],
      disableFullPageScreenshot: true,
      skipAudits: UNREAD,
      disableStorageReset: true,
      locale: 'en',
      throttling: { cpuSlowdownMultiplier: times_slower },
    })
    if (!result) throw new Error('Lighthouse gave no result')
    const { categories, audits, runtimeError } = result.lhr
    if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`)
    const unkept = (categories.accessibility?.auditRefs ?? []).filter(({ id }) => audits[id]?.score === 0)
    return {
      times_slower,
      performance: Math.round((categories.performance?.score ?? 0) * 100),
      accessibility: Math.round((categories.accessibility?.score ?? 0) * 100),
      layout_shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      blocking_ms: audits['total-blocking-time']?.numericValue ?? Number.NaN,
      first_paint_ms: audits['first-contentful-paint']?.numericValue ?? Number.NaN,
      largest_paint_ms: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
      faults: unkept.map(({ id }) => faultOf(id, audits[id]?.details)),
    }
  } finally {
    await stop()
  }
}

/** An audit's finding, with its elements. */
function faultOf(id: string, details: unknown): string {
  const { items } = Met.parse(details ?? {})
  const selectors = items.flatMap(({ node }) => (node ? [node.selector] : []))
  return selectors.length ? `${id} of ${selectors.join(' and ')}` : id
}

async function startChromium(
  path: string,
  profile: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const flags = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    ...CHROMIUM_FLAGS,
  ]
  const child = spawn(path, [...flags, 'about:blank'], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  const port_file = join(profile, 'DevToolsActivePort')
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!existsSync(port_file) || !readFileSync(port_file, 'utf8').includes('\n')) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('Chromium did not start')
    await wait(POLL_MS)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
  }
  return { port: Number(readFileSync(port_file, 'utf8').split('\n')[0]), stop }
}

async function prepare(port: number, url: string, items: Readonly<Record<string, string>>): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('Chromium has no context')
  const page = await context.newPage()
  // A path without scripts, so that nothing runs before the storage is filled.
  await page.goto(new URL('/healthz', url).href)
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, Object.entries(items))
  await page.close()
  await browser.close()
}

const PERFORMANCE_MIN = 95

/** Whether a screen keeps its limits: performance 95, accessibility 100, and HOUSE's: shift 0.1, blocking 150 ms. */
export function lighthouseVerdict(figures: LighthouseFigures): { passed: boolean; figure: string } {
  const { times_slower, performance, accessibility, layout_shift, blocking_ms } = figures
  const { first_paint_ms, largest_paint_ms, faults } = figures
  const passed =
    performance >= PERFORMANCE_MIN && accessibility === 100 && layout_shift <= 0.1 && blocking_ms <= 150
  const parts = [
    `performance ${performance}`,
    `accessibility ${accessibility}`,
    `shift ${layout_shift.toFixed(3)}`,
    `blocking ${Math.round(blocking_ms)} ms`,
    `paint ${Math.round(first_paint_ms)} and ${Math.round(largest_paint_ms)} ms`,
    `a phone ${times_slower.toFixed(1)} times slower`,
    ...faults,
  ]
  return { passed, figure: parts.join(', ') }
}
