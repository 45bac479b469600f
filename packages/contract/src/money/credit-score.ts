/** The credit score (PRODUCT §12): what it starts at and never passes, and the points that settled plans take and give. */
export const CREDIT_SCORE_START = 100
export const CREDIT_SCORE_MAX = 100
export const POINTS_CHARGEBACK = -5
export const POINTS_CLEAN_PLAN = 1
