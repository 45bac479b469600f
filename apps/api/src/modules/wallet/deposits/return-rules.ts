/** PRODUCT §2.6: what stays unmatched for so long goes back to the paying account. */
export const RETURN_AFTER_MS = 10 * 86_400_000

/** The job that sends a statement's unmatched money back. */
export const DEPOSIT_RETURN_JOB = 'wallet.deposit-return'
