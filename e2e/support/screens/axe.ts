import type { Page } from '@playwright/test'
import axe from 'axe-core'

const APPEARANCES = ['light', 'dark'] as const

/** Runs in the browser: axe's findings, each with the first element concerned. */
const FIND = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' at ' + nodes[0]?.target.join(' ')))`

/**
 * axe's findings on the page as it is, first light, then dark, each with its appearance. axe is loaded once a document:
 * it takes less time than the loading. Throws if there are frames, into which it would not look.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('there are frames on the page, into which axe does not look')
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const found: string[] = []
  for (const colorScheme of APPEARANCES) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(isStill)
    const findings = await page.evaluate<string[]>(FIND)
    found.push(...findings.map((finding) => `${finding}, ${colorScheme}`))
  }
  return found
}

/**
 * Control: in the element of this selector a nameless button is found in both appearances, and a text of a dark colour
 * in the dark one alone. Returns what was not found as it must be.
 */
export async function axeControl(page: Page, selector: string): Promise<string[]> {
  await page.locator(selector).first().evaluate(plant)
  const found = await axeFindings(page)
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-planted]')) element.remove()
  })
  const kinds = found.map((finding) => finding.replace(/ at .*, /, ', '))
  const expected = ['button-name, light', 'button-name, dark', 'color-contrast, dark']
  return kinds.toSorted().join() === expected.toSorted().join()
    ? []
    : [`control: found [${kinds.join('; ')}] instead of [${expected.join('; ')}]`]
}

/** Runs in the browser: puts a nameless button into the element, and a text that nobody can read in the dark. */
function plant(element: Element): void {
  const text = document.createElement('p')
  text.textContent = 'Planted'
  text.style.color = 'light-dark(#000, #222)'
  text.style.background = 'light-dark(#fff, #000)'
  for (const planted of [document.createElement('button'), text]) {
    planted.dataset.planted = 'for axe'
    element.append(planted)
  }
}

/** Runs in the browser: no colour is on its way to another; what moves for ever counts as still. */
function isStill(): boolean {
  return document
    .getAnimations()
    .every(
      ({ playState, effect }) =>
        playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
    )
}
