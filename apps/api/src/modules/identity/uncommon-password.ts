import { isCommonPassword } from '@adtally/contract/common-password.ts'
import { isBreachedPassword } from '../breached-passwords.ts'
import { isDictionaryPassword } from '../dictionary-passwords.ts'
import { Refusal } from '../refusal.ts'

/**
 * Throws `password_too_common` for what guessing tries first: by our rules, which the app knows too, by what breaches held, or
 * where it is one common word of any of the twelve languages.
 */
export function requireUncommon(password: string, own: readonly string[]): void {
  if (isCommonPassword(password, own) || isBreachedPassword(password) || isDictionaryPassword(password)) {
    throw new Refusal('password_too_common', { field: 'password' })
  }
}
