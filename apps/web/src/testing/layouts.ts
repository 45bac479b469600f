import type { CompleteLanguage } from '@adtally/i18n/languages.ts'
import { expect } from 'vitest'
import { page as browser } from 'vitest/browser'
import type { Face } from '../../../../e2e/support/screens/faces.ts'
import { lookAtTexts } from '../../../../e2e/support/screens/misfits.ts'
import { TEXT_SIZES } from '../lib/device/appearance.ts'
import { showFace } from './faces.ts'
import { pageOf, type Replies, success } from './fake-api.ts'
import { openAsOwner } from './open-page.ts'
import {
  buildChart,
  buildPlanCard,
  buildProduct,
  buildReading,
  PRODUCT_ID,
  TWO_BUCKETS,
} from './plan-replies.ts'
import { buildHold, buildProperty } from './wallet-replies.ts'

/** Languages with the longest words, non-Latin letters and the tallest marks. */
export const TRIED_LANGUAGES = ['de', 'ru', 'th'] as const satisfies readonly CompleteLanguage[]
/** Pages of many figures, buttons and names. */
export const TRIED_ADDRESSES = [
  '/ad-center',
  '/wallet',
  '/plan?tab=mine',
  `/plan/goods-detail?id=${PRODUCT_ID}`,
]
const TEXTS_MIN = 20

const property = buildProperty({
  total_assets: '128450.75',
  pending_spend: '1250.00',
  on_hold: '40.00',
  estimated_part: '12450.75',
  startup_funds: '150.00',
  holds: [buildHold()],
})
const reading = buildReading({
  profit: '-12450.75',
  consumed: '128450.75',
  advertising_revenue: '116000.00',
})
const REPLIES: Replies = {
  '/user/property': success(property),
  '/data_statistics/chart': success(buildChart(TWO_BUCKETS)),
  '/ad/order/data_statistics/list': success(reading),
  '/plan/order/list': ({ query }) => (query.status === 'matching' ? pageOf() : pageOf(buildPlanCard())),
  '/plan/order/app/detail': success(buildProduct()),
}
/** Shown whole: what a page begins with has come, and so has what its figures are drawn with. */
const isDrawn = () =>
  document.querySelector('h1') !== null &&
  document.querySelector('[aria-busy="true"], .skeleton-pulse') === null

/** Opens one of the pages with wide figures, and waits until it is shown whole. */
export async function openWide(at: string, language: CompleteLanguage): Promise<void> {
  await openAsOwner(at, REPLIES, { language })
  await expect.poll(isDrawn).toBe(true)
  // An error page has few texts.
  expect(lookAtTexts().texts).toBeGreaterThan(TEXTS_MIN)
}

/** The texts of the open page that do not fit as it is, one a line. */
export const misfits = () =>
  lookAtTexts().misfits.map(({ kind, text, element }) => `${kind}: «${text}» in ${element}`)

/** The same at these widths, with these faces, at every text size; null stands for the machine's own face. */
export async function misfitsWith(
  faces: readonly (Face | null)[],
  widths: readonly number[],
): Promise<string[]> {
  const found = new Set<string>()
  for (const width of widths) {
    await browser.viewport(width, 800)
    for (const face of faces) {
      if (face) showFace(face)
      for (const size of TEXT_SIZES) {
        document.documentElement.dataset.textSize = size
        for (const misfit of misfits())
          found.add(`${face?.family ?? 'own face'}, ${size}, ${width} px: ${misfit}`)
      }
    }
  }
  return [...found]
}

/** Takes back the width and text size of `misfitsWith`. */
export async function showUsually(): Promise<void> {
  delete document.documentElement.dataset.textSize
  await browser.viewport(390, 844)
}
