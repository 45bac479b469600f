import { RETURN_AFTER_MS } from './deposits/return-rules.ts'
import { HELD_MS_OF_YEAR_MAX, LEGAL_REVIEW_MS } from './holds/hold-rules.ts'

const DAY_MS = 86_400_000

/** Constants that the help texts quote. */
export const walletFigures = {
  hold_year_days: HELD_MS_OF_YEAR_MAX / DAY_MS,
  legal_review_days: LEGAL_REVIEW_MS / DAY_MS,
  unmatched_deposit_days: RETURN_AFTER_MS / DAY_MS,
}
