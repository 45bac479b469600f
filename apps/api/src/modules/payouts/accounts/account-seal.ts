/** The purpose of the key that seals account numbers. */
export const ACCOUNT_SEAL = 'payee-account'
