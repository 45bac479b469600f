import { afterEach, describe, expect, it } from 'vitest'
import { misfitsWith, openWide, showUsually, TRIED_ADDRESSES, TRIED_LANGUAGES } from '../testing/layouts.ts'

const WIDTHS = [320, 360, 390]

afterEach(showUsually)

describe.each(TRIED_LANGUAGES)('with this machine’s own face, in %s', (language) => {
  it.each(TRIED_ADDRESSES)('every text on %s fits, at every text size, from 320 px up', async (at) => {
    await openWide(at, language)
    expect(await misfitsWith([null], WIDTHS)).toEqual([])
  })
})
