import axe from 'axe-core'
import { expect } from 'vitest'
import { page } from 'vitest/browser'

/**
 * Violations alone are described, and no stylesheets are fetched, which only a rule left out by default and one for
 * sounds look into: a third of axe's time.
 */
const LOOK: axe.RunOptions = {
  rules: { region: { enabled: false } },
  resultTypes: ['violations'],
  preload: false,
}

/** axe's findings once the page has stopped moving, one per line. */
export async function accessibilityFaults(context: Element | Document = document): Promise<string[]> {
  await untilStill()
  const { violations } = await axe.run(context, LOOK)
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

/** Waits for fades, which lower the contrast; ignores endless animations such as skeletons. */
async function untilStill(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

const TARGET_MIN = 44

/** Buttons and links under `root` with a touch target smaller than 44 px. */
export function smallTargets(root: Element): string[] {
  return [...root.querySelectorAll('button, a[href], [role="switch"], [role="tab"]')].flatMap((element) => {
    // Hidden elements are not targets.
    if (!element.checkVisibility()) return []
    const box = element.getBoundingClientRect()
    const before = getComputedStyle(element, '::before')
    const reach = before.position === 'absolute' ? -2 * Math.min(0, Number.parseInt(before.top, 10) || 0) : 0
    const small = box.height + reach < TARGET_MIN || box.width + reach < TARGET_MIN
    return small
      ? [`${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 120)}`]
      : []
  })
}

/** Expects no axe findings in the page, and touch targets of at least 44 px. */
export async function expectUsable(): Promise<void> {
  expect(await accessibilityFaults()).toEqual([])
  expect(smallTargets(document.body)).toEqual([])
}

/** Expects the page that `open` renders to be usable, light and dark, and to fit a window of 320 px. */
export async function expectUsableWhenNarrow(open: () => Promise<unknown>): Promise<void> {
  await page.viewport(320, 700)
  await open()
  for (const appearance of ['light', 'dark'] as const) {
    document.documentElement.dataset.appearance = appearance
    expect(await accessibilityFaults(), appearance).toEqual([])
  }
  delete document.documentElement.dataset.appearance
  expect(smallTargets(document.body)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await page.viewport(390, 844)
}
