import * as z from 'zod/mini'

/** Topics of the outbox that identity publishes; each message is a `customerFact`. */
export const CUSTOMER_REGISTERED_TOPIC = 'customer.registered'
/** An account was disabled or cancelled, so whatever it runs has to stop (PRODUCT §4). */
export const CUSTOMER_DISABLED_TOPIC = 'customer.disabled'
/** A disabled account is active again, or a new one was activated. */
export const CUSTOMER_ENABLED_TOPIC = 'customer.enabled'
/** The sign-in password reset the transaction password: the beneficiary's wait starts again (PRODUCT §7). */
export const TRANSACTION_PASSWORD_RESET_TOPIC = 'customer.transaction_password_reset'

export const customerFact = z.strictObject({ customer_id: z.uuid() })
