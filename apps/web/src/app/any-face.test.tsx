import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { FACES } from '../../../../e2e/support/screens/faces.ts'
import { loadFaces, showFace } from '../testing/faces.ts'
import {
  misfits,
  misfitsWith,
  openWide,
  showUsually,
  TRIED_ADDRESSES,
  TRIED_LANGUAGES,
} from '../testing/layouts.ts'

/** The narrowest; wider ones are looked at by `own-face.test.tsx` on a machine for each of these faces. */
const NARROWEST = 320

/** A title's size, as its glyphs alone give it. */
const sizeOfTitle = () => {
  const range = document.createRange()
  range.selectNodeContents(document.querySelector('h1') ?? document.body)
  const { width, height } = range.getBoundingClientRect()
  return `${width} × ${height}`
}

beforeAll(loadFaces)
afterEach(showUsually)

describe.each(TRIED_LANGUAGES)('with any usual face, in %s', (language) => {
  it.each(TRIED_ADDRESSES)('every text on %s fits at 320 px, at every text size', async (at) => {
    await openWide(at, language)
    expect(await misfitsWith(FACES, [NARROWEST])).toEqual([])
  })
})

it('control: each face is in force, with measures of its own, also in Thai', async () => {
  await openWide('/wallet', 'en')
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
  await openWide('/ad-center', 'de')
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
