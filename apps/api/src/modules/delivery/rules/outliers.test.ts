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
  past_ms: 86_400_000,
  over_others_times: 2,
  prior_ppm: 50_000,
}
const NEW = { tries: 0, hits: 0 }
const named = (rates: readonly PlacementRate[], parameters = PARAMETERS) =>
  outlyingPlacements(rates, parameters).map(({ placement_id }) => placement_id)

/** Placements of one kind with a thousand impressions each, clicked so often. */
function placementsWith(...hits: number[]): PlacementRate[] {
  return hits.map((count, index) => ({
    placement_id: `p${index}`,
    kind: 'image',
    tries: 1_000,
    hits: count,
    past: NEW,
  }))
}

describe('a placement that chance does not make', () => {
  test('is found among those of its kind [proof 914]', () => {
    expect(named(placementsWith(10, 12, 9, 11, 10, 160), PARAMETERS)).toEqual(['p5'])
  })

  test('is found beside others like it, as they don’t move the median', () => {
    expect(named(placementsWith(10, 12, 9, 11, 10, 160, 170), PARAMETERS)).toEqual(['p5', 'p6'])
  })

  test.each<[string, PlacementRate[]]>([
    ['a good one', placementsWith(10, 12, 9, 11, 10, 45)],
    ['a lucky one', placementsWith(10, 12, 9, 11, 10, 58)],
    ['one of few, though clicked four times as often', placementsWith(10, 12, 9, 40)],
    [
      'one with few impressions',
      [
        ...placementsWith(10, 12, 9, 11, 10),
        { placement_id: 'small', kind: 'image', tries: 150, hits: 120, past: NEW },
      ],
    ],
    [
      'one of another kind',
      [
        ...placementsWith(10, 12, 9, 11, 10),
        { placement_id: 'native', kind: 'native', tries: 1_000, hits: 160, past: NEW },
      ],
    ],
    ['one whose kind is clicked as often', placementsWith(150, 140, 155, 148, 151, 160)],
    ['some clicks where nobody else has any', placementsWith(0, 0, 0, 0, 0, 20)],
  ])('control: %s is none', (_name, rates) => {
    expect(named(rates, PARAMETERS)).toEqual([])
  })

  test('what always converts is one too', () => {
    expect(named(placementsWith(10, 12, 9, 11, 10, 1_000), PARAMETERS)).toEqual(['p5'])
  })

  test('parameters say how strict it is', () => {
    const rates = placementsWith(10, 12, 9, 11, 10, 160)
    expect(named(rates, { ...PARAMETERS, times: 12 })).toEqual([])
    const milder = placementsWith(10, 12, 9, 11, 10, 120)
    expect(named(milder, PARAMETERS)).toEqual(['p5'])
    expect(named(milder, { ...PARAMETERS, odds_exponent: 30 })).toEqual([])
    expect(named(placementsWith(10, 12, 9, 11, 10, 45), { ...PARAMETERS, times: 1 })).toEqual(['p5'])
  })
})

describe('where too few others of its kind are known', () => {
  const lone = (rate: Partial<PlacementRate>): PlacementRate => ({
    ...{ placement_id: 'lone', kind: 'image', tries: 1_000, hits: 0, past: NEW },
    ...rate,
  })
  const native = (index: number) => lone({ placement_id: `n${index}`, kind: 'native', hits: 20 })

  test('a placement is held against what all have, and one alone against what is usual anywhere [proof 1115]', () => {
    expect(named(placementsWith(10, 12, 9, 240))).toEqual(['p3'])
    expect(named([lone({ hits: 400 }), native(1), native(2), native(3)])).toEqual(['lone'])
    expect(named([lone({ hits: 400 })])).toEqual(['lone'])
    expect(named([lone({ hits: 200 })]), 'control: a good one alone').toEqual([])
    expect(named([lone({ hits: 200 }), native(1), native(2)]), 'control: kinds differ').toEqual([])
    expect(named([lone({ hits: 80 }), native(1), native(2)]), 'control: among others').toEqual([])
  })

  test('others are known by what they had before, though the hour is quiet', () => {
    const others = [1, 2, 3, 4].map((index) =>
      lone({ placement_id: `p${index}`, tries: 50, hits: 1, past: { tries: 900, hits: 9 } }),
    )
    expect(named([lone({ hits: 120 }), ...others])).toEqual(['lone'])
    expect(named([lone({ hits: 120 })]), 'control: without them').toEqual([])
  })

  test('one false placement of two does not hide another [proof 1116]', () => {
    const vast = lone({ placement_id: 'vast', tries: 1_000_000, hits: 20_000 })
    expect(named([lone({ hits: 600 }), lone({ placement_id: 'other', hits: 600 }), vast])).toEqual([
      'lone',
      'other',
    ])
  })
})

describe('against its own past', () => {
  const others = placementsWith(30, 32, 29, 31, 30)
  const grown = (hits: number, past: PlacementRate['past']): PlacementRate[] => [
    ...others,
    { placement_id: 'grown', kind: 'image', tries: 1_000, hits, past },
  ]
  const QUIET = { tries: 20_000, hits: 100 }

  test('a placement that jumps is found, though others differ as much [proof 1117]', () => {
    expect(named(grown(130, QUIET))).toEqual(['grown'])
    expect(named(grown(130, NEW)), 'control: without a past').toEqual([])
    expect(named(grown(130, { tries: 20_000, hits: 2_400 })), 'control: as ever').toEqual([])
    expect(named(grown(130, { tries: 150, hits: 0 })), 'control: a past that says little').toEqual([])
  })

  test('coming up to what others have is no fault', () => {
    expect(named(grown(45, QUIET))).toEqual([])
  })
})
