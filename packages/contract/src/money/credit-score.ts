/** The credit score (PRODUCT §12): its start and maximum, and the points that settled plans add or take. */
export const CREDIT_SCORE_START = 100
export const CREDIT_SCORE_MAX = 100
export const POINTS_CHARGEBACK = -5
export const POINTS_CLEAN_PLAN = 1
