/** PRODUCT §2.6: money unmatched for this long is returned to the paying account. */
export const RETURN_AFTER_MS = 10 * 86_400_000

/** The job that returns a statement's unmatched money. */
export const DEPOSIT_RETURN_JOB = 'wallet.deposit-return'
