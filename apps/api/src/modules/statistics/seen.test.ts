import { expect, test } from 'vitest'
import { presentSeen, type SeenFigures } from './seen.ts'

const NOTHING: SeenFigures = {
  impressions: 0n,
  viewables: 0n,
  film_impressions: 0n,
  video_25: 0n,
  video_50: 0n,
  video_75: 0n,
  video_100: 0n,
  film_skips: 0n,
  film_errors: 0n,
}

test('shares are of what was shown, at most all of it; without a film nothing is said of one [proof 900]', () => {
  expect(presentSeen(NOTHING)).toEqual({ viewable: 0, viewability_percent: null, film: null })
  expect(presentSeen({ ...NOTHING, impressions: 1878n, viewables: 1351n })).toEqual({
    viewable: 1351,
    viewability_percent: '71.9',
    film: null,
  })
  const quarters = { video_25: 7n, video_50: 5n, video_75: 4n, video_100: 3n }
  const film = { film_impressions: 8n, ...quarters, film_skips: 1n, film_errors: 2n }
  expect(presentSeen({ ...NOTHING, impressions: 20n, viewables: 1n, ...film }).film).toEqual({
    impressions: 8,
    video_25: 7,
    video_50: 5,
    video_75: 4,
    video_100: 3,
    skipped: 1,
    failed: 2,
    completion_percent: '37.5',
  })
})

test('what was seen just after midnight makes no share of more than all', () => {
  const after = { ...NOTHING, impressions: 1n, viewables: 2n, video_100: 1n }
  expect(presentSeen(after)).toMatchObject({
    viewable: 2,
    viewability_percent: '100.0',
    film: { impressions: 0, video_100: 1, completion_percent: null },
  })
})
