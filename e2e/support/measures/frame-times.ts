import type { Page } from '@playwright/test'

/** The result of scrolling through a list. */
export interface ScrollReport {
  frames: number
  /** The longest time between two frames, in milliseconds. */
  longest_ms: number
  /** Frames that took longer than the limit. */
  over_limit: number
  /** `aria-posinset` of the last row rendered. */
  last_row: number
}

interface ScrollOptions {
  /** Stops once this row is rendered. */
  until_row: number
  step_px: number
  limit_ms: number
  /** Control: blocks the main thread once for this long. */
  planted_ms?: number
}

/**
 * Scrolls the window down by `step_px` per frame until a row of the list `label` is rendered, waiting at the list's
 * end for more, and measures the time between frames. Throws if the list makes no progress for 20 s.
 */
export async function scrollThrough(
  page: Page,
  label: string,
  options: ScrollOptions,
): Promise<ScrollReport> {
  return await page.evaluate(
    ([name, { until_row, step_px, limit_ms, planted_ms = 0 }]) =>
      new Promise<ScrollReport>((resolve, reject) => {
        const STALLED_MS = 20_000
        const report = { frames: 0, longest_ms: 0, over_limit: 0, last_row: 0 }
        let before = performance.now()
        let moved_at = before
        const frame = () => {
          const now = performance.now()
          const took = now - before
          before = now
          report.frames += 1
          report.longest_ms = Math.max(report.longest_ms, took)
          if (took > limit_ms) report.over_limit += 1
          const drawn = document.querySelectorAll(`ul[aria-label="${name}"] > li[aria-posinset]`)
          const last_row = Number(drawn[drawn.length - 1]?.getAttribute('aria-posinset') ?? 0)
          if (last_row > report.last_row) moved_at = now
          report.last_row = last_row
          if (last_row >= until_row) return resolve(report)
          if (now - moved_at > STALLED_MS) return reject(new Error(`the list ends at row ${last_row}`))
          window.scrollBy(0, step_px)
          if (planted_ms > 0 && report.frames === 20) {
            while (performance.now() - now < planted_ms);
          }
          requestAnimationFrame(frame)
        }
        // Counting starts at the first frame.
        requestAnimationFrame(() => {
          before = performance.now()
          requestAnimationFrame(frame)
        })
      }),
    [label, options] as const,
  )
}

/**
 * The control of `scrollThrough`: scrolls an empty page of `height_px` for as many frames in the same steps, turning
 * back at its end. Slow frames there are the machine's or browser's, not the list's.
 */
export async function scrollEmpty(
  page: Page,
  options: { frames: number; height_px: number; step_px: number; limit_ms: number },
): Promise<Omit<ScrollReport, 'last_row'>> {
  await page.setContent(`<div style="height:${options.height_px}px"></div>`)
  return await page.evaluate(
    ({ frames, height_px, step_px, limit_ms }) =>
      new Promise<Omit<ScrollReport, 'last_row'>>((resolve) => {
        const report = { frames: 0, longest_ms: 0, over_limit: 0 }
        let before = performance.now()
        const frame = () => {
          const now = performance.now()
          const took = now - before
          before = now
          report.frames += 1
          report.longest_ms = Math.max(report.longest_ms, took)
          if (took > limit_ms) report.over_limit += 1
          if (report.frames >= frames) return resolve(report)
          if (window.scrollY + window.innerHeight >= height_px) window.scrollTo(0, 0)
          else window.scrollBy(0, step_px)
          requestAnimationFrame(frame)
        }
        requestAnimationFrame(() => {
          before = performance.now()
          requestAnimationFrame(frame)
        })
      }),
    options,
  )
}
