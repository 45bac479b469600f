import { isCommonPassword } from '@adtally/contract/identity/common-password.ts'
import { isBreachedPassword } from '../../../lib/breached-passwords.ts'
import { isDictionaryPassword } from '../../../lib/dictionary-passwords.ts'
import { Refusal } from '../../../lib/refusal.ts'

/**
 * Throws `password_too_common` for what guessing tries first: by our rules, which the app has too, by breached
 * passwords, and for a single common word of the twelve languages.
 */
export function requireUncommon(password: string, own: readonly string[]): void {
  if (isCommonPassword(password, own) || isBreachedPassword(password) || isDictionaryPassword(password)) {
    throw new Refusal('password_too_common', { field: 'password' })
  }
}
