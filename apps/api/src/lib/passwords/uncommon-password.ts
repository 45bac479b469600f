import { isCommonPassword } from '@adtally/contract/identity/common-password.ts'
import { Refusal } from '../refusal.ts'
import { isBreachedPassword } from './breached-passwords.ts'
import { isDictionaryPassword } from './dictionary-passwords.ts'

/**
 * Throws `password_too_common` for what guessing tries first: by our rules, which the app has too, by breached
 * passwords, and for a single common word of the twelve languages. `own` is what is known of whose it is, such as their name
 * and the brand's.
 */
export function requireUncommon(password: string, own: readonly string[], field = 'password'): void {
  if (isCommonPassword(password, own) || isBreachedPassword(password) || isDictionaryPassword(password)) {
    throw new Refusal('password_too_common', { field })
  }
}
