import type { seenFigures } from '@adtally/contract/plans/seen.ts'
import type * as z from 'zod/mini'
import { percentOf } from '../plans/index.ts'
import type { Figures } from './tables.ts'

/** The figures that tell what was seen of what was shown. */
export const SEEN_FIGURES = [
  'impressions',
  'viewables',
  'film_impressions',
  'video_25',
  'video_50',
  'video_75',
  'video_100',
  'film_skips',
  'film_errors',
] as const satisfies readonly (keyof Figures)[]
export type SeenFigures = Pick<Figures, (typeof SEEN_FIGURES)[number]>

type Seen = { [Name in keyof typeof seenFigures]: z.output<(typeof seenFigures)[Name]> }

/** What was seen, as answers tell it: shares in percent of at most 100, and of films nothing where there was none. */
export function presentSeen(figures: SeenFigures): Seen {
  const { impressions, viewables, film_impressions, video_25, video_50, video_75, video_100 } = figures
  const { film_skips, film_errors } = figures
  const reports = video_25 + video_50 + video_75 + video_100 + film_skips + film_errors
  const has_film = film_impressions + reports > 0n
  return {
    viewable: Number(viewables),
    viewability_percent: shareOf(viewables, impressions),
    film: has_film
      ? {
          impressions: Number(film_impressions),
          video_25: Number(video_25),
          video_50: Number(video_50),
          video_75: Number(video_75),
          video_100: Number(video_100),
          skipped: Number(film_skips),
          failed: Number(film_errors),
          completion_percent: shareOf(video_100, film_impressions),
        }
      : null,
  }
}

/** What happened just after midnight belongs to an impression of the day before, so that a day may hold more of it. */
function shareOf(part: bigint, whole: bigint): string | null {
  return percentOf(part < whole ? part : whole, whole)
}
