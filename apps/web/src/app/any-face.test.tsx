import type { CompleteLanguage } from '@adtally/i18n/languages.ts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { FACES } from '../../../../e2e/support/screens/faces.ts'
import { lookAtTexts } from '../../../../e2e/support/screens/misfits.ts'
import { TEXT_SIZES } from '../lib/device/appearance.ts'
import { loadFaces, showFace } from '../testing/faces.ts'
import { pageOf, type Replies, success } from '../testing/fake-api.ts'
import { openAsOwner } from '../testing/open-page.ts'
import {
  buildChart,
  buildPlanCard,
  buildProduct,
  buildReading,
  PRODUCT_ID,
  TWO_BUCKETS,
} from '../testing/plan-replies.ts'
import { buildHold, buildProperty } from '../testing/wallet-replies.ts'

/** Languages with the longest words, non-Latin letters and the tallest marks. */
const TRIED_LANGUAGES = ['de', 'ru', 'th'] as const satisfies readonly CompleteLanguage[]
const WIDTHS = [320, 360, 390]
const TEXTS_MIN = 20
const ADDRESSES = ['/ad-center', '/wallet', '/plan?tab=mine', `/plan/goods-detail?id=${PRODUCT_ID}`]

/** Null stands for the machine's own typeface. */
const SETS = TRIED_LANGUAGES.flatMap((language) => [
  { name: 'any usual face', faces: FACES, language },
  { name: 'this machine’s own face', faces: [null], language },
])

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
const start = (at: string, language: CompleteLanguage) => openAsOwner(at, REPLIES, { language })
/** Shown whole: what a page begins with has come, and so has what its figures are drawn with. */
const isDrawn = () =>
  document.querySelector('h1') !== null &&
  document.querySelector('[aria-busy="true"], .skeleton-pulse') === null
/** A title's size, as its glyphs alone give it. */
const sizeOfTitle = () => {
  const range = document.createRange()
  range.selectNodeContents(document.querySelector('h1') ?? document.body)
  const { width, height } = range.getBoundingClientRect()
  return `${width} × ${height}`
}
const misfits = () =>
  lookAtTexts().misfits.map(({ kind, text, element }) => `${kind}: «${text}» in ${element}`)

beforeAll(loadFaces)
afterEach(async () => {
  delete document.documentElement.dataset.textSize
  await browser.viewport(390, 844)
})

describe.each(SETS)('with $name, in $language', ({ faces, language }) => {
  it.each(ADDRESSES)('every text on %s fits, at every text size, from 320 px up', async (at) => {
    await start(at, language)
    await expect.poll(isDrawn).toBe(true)
    // An error page has few texts.
    expect(lookAtTexts().texts).toBeGreaterThan(TEXTS_MIN)
    const found = new Set<string>()
    for (const width of WIDTHS) {
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
    expect([...found]).toEqual([])
  })
})

it('control: each face is in force, with measures of its own, also in Thai', async () => {
  await start('/wallet', 'en')
  await expect.poll(isDrawn).toBe(true)
  const sizes = FACES.map((face) => {
    showFace(face)
    return sizeOfTitle()
  })
  expect(new Set(sizes).size).toBe(FACES.length)
  const title = document.querySelector('h1')
  title?.replaceChildren('ที่นี่')
  const thai = sizeOfTitle().split(' ')[0]
  title?.style.setProperty('font-family', 'monospace')
  expect(sizeOfTitle().split(' ')[0]).not.toBe(thai)
})

it('control: a figure that runs into the one beside it is found', async () => {
  await start('/ad-center', 'de')
  await expect.poll(isDrawn).toBe(true)
  await browser.viewport(320, 800)
  document.documentElement.dataset.textSize = 'largest'
  for (const face of FACES) {
    showFace(face)
    expect(misfits()).toEqual([])
  }
  for (const pair of document.querySelectorAll<HTMLElement>('.figure-pair')) {
    pair.style.setProperty('flex-wrap', 'nowrap')
    for (const each of pair.querySelectorAll<HTMLElement>('button')) each.style.minWidth = '0'
  }
  for (const face of FACES) {
    showFace(face)
    expect(misfits().filter((text) => text.startsWith('out of its button'))).not.toEqual([])
  }
  showFace(FACES[0])
  expect(misfits().filter((text) => text.startsWith('lies on another text'))).not.toEqual([])
})
