import type { Page } from '@playwright/test'
import { fittingOf } from './misfits.ts'

/** The styles of each planted text, by the fault that must be found. */
const PLANTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'cut off at the side': { width: '6rem', overflow: 'hidden', whiteSpace: 'nowrap' },
  'cut off above or below': { width: '6rem', height: '1rem', overflow: 'hidden' },
  'broken inside a word': { width: '3rem' },
  fits: { width: '12rem' },
  'fits with a hyphen at the end of a line': { width: '5.5rem' },
  'lies on another text': { width: '12rem', marginTop: '-2rem' },
}
const TEXT = 'Planted advertisement settlement'
const HYPHENATED = 'Planted advertise\u00adments'

/** Control: adds texts that don't fit, and two that do, to the page; returns what was not found as it must be. */
export async function plantMisfits(page: Page): Promise<string[]> {
  await page.evaluate(
    ({ planted, text, hyphenated }) => {
      for (const [name, style] of Object.entries(planted)) {
        const element = document.createElement('p')
        element.textContent = name.includes('hyphen') ? hyphenated : text
        element.dataset.planted = name
        Object.assign(element.style, style)
        document.querySelector('main')?.append(element)
      }
    },
    { planted: PLANTED, text: TEXT, hyphenated: HYPHENATED },
  )
  const { misfits } = await fittingOf(page)
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-planted]')) element.remove()
  })
  const kinds = misfits.filter(({ text }) => text.startsWith('Planted')).map(({ kind }) => kind)
  const expected = Object.keys(PLANTED).filter((kind) => !kind.startsWith('fits'))
  return kinds.join() === expected.join() ? [] : [`control: found [${kinds}] instead of [${expected}]`]
}
