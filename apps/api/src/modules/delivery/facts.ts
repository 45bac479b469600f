import * as z from 'zod/mini'

/** Topic of conversions that have come to the books: credited, owed, refused or only counted. */
export const CONVERSIONS_JUDGED_TOPIC = 'conversions.judged'
/** Topic of conversions that a verdict has taken back. */
export const CONVERSIONS_REVERSED_TOPIC = 'conversions.reversed'
export const conversionFacts = z.strictObject({ conversion_ids: z.array(z.uuid()) })
