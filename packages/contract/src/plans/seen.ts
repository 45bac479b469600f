import * as z from 'zod/mini'
import { count } from '../fields.ts'

/** Of films: how often one was shown, and how often it played to each quarter. */
export const film = z.object({
  impressions: count,
  video_25: count,
  video_50: count,
  video_75: count,
  /** Played to the end. */
  video_100: count,
  /** Its visitor skipped it. */
  skipped: count,
  /** A player could not play it. */
  failed: count,
  /** Percent of the films shown that played to the end, one decimal; null if none was shown in this period. */
  completion_percent: z.nullable(z.string()),
})

/** What was seen of what was shown; without invalid events, as impressions are. */
export const seenFigures = {
  viewable: count,
  /**
   * Percent of impressions that were viewable, one decimal; null without impressions. At most 100, also where a period
   * ends between an impression and its being seen.
   */
  viewability_percent: z.nullable(z.string()),
  /** Null where no film was shown. */
  film: z.nullable(film),
}
