import { describe, expect, test } from 'vitest'
import { outlyingPlacements, type PlacementRate } from './outliers.ts'

const PARAMETERS = {
  window_ms: 3_600_000,
  tries_min: 200,
  hits_min: 20,
  others_min: 4,
  times: 5,
  rate_min_ppm: 1_000,
  odds_exponent: 9,
}

/** Placements of one kind with a thousand impressions each, clicked so often. */
function placementsWith(...hits: number[]): PlacementRate[] {
  return hits.map((count, index) => ({ placement_id: `p${index}`, kind: 'image', tries: 1_000, hits: count }))
}

describe('a placement that chance does not make', () => {
  test('is found among those of its kind [proof 914]', () => {
    expect(outlyingPlacements(placementsWith(10, 12, 9, 11, 10, 160), PARAMETERS)).toEqual(['p5'])
  })

  test('is found beside others like it, as they don’t move the median', () => {
    expect(outlyingPlacements(placementsWith(10, 12, 9, 11, 10, 160, 170), PARAMETERS)).toEqual(['p5', 'p6'])
  })

  test.each<[string, PlacementRate[]]>([
    ['a good one', placementsWith(10, 12, 9, 11, 10, 45)],
    ['a lucky one', placementsWith(10, 12, 9, 11, 10, 58)],
    ['one of few', placementsWith(10, 12, 9, 160)],
    [
      'one with few impressions',
      [...placementsWith(10, 12, 9, 11, 10), { placement_id: 'small', kind: 'image', tries: 150, hits: 120 }],
    ],
    [
      'one of another kind',
      [
        ...placementsWith(10, 12, 9, 11, 10),
        { placement_id: 'native', kind: 'native', tries: 1_000, hits: 160 },
      ],
    ],
    ['one whose kind is clicked as often', placementsWith(150, 140, 155, 148, 151, 160)],
    ['some clicks where nobody else has any', placementsWith(0, 0, 0, 0, 0, 20)],
  ])('control: %s is none', (_name, rates) => {
    expect(outlyingPlacements(rates, PARAMETERS)).toEqual([])
  })

  test('what always converts is one too', () => {
    expect(outlyingPlacements(placementsWith(10, 12, 9, 11, 10, 1_000), PARAMETERS)).toEqual(['p5'])
  })

  test('parameters say how strict it is', () => {
    const rates = placementsWith(10, 12, 9, 11, 10, 160)
    expect(outlyingPlacements(rates, { ...PARAMETERS, times: 12 })).toEqual([])
    const milder = placementsWith(10, 12, 9, 11, 10, 120)
    expect(outlyingPlacements(milder, PARAMETERS)).toEqual(['p5'])
    expect(outlyingPlacements(milder, { ...PARAMETERS, odds_exponent: 30 })).toEqual([])
    expect(outlyingPlacements(placementsWith(10, 12, 9, 11, 10, 45), { ...PARAMETERS, times: 1 })).toEqual([
      'p5',
    ])
  })
})
