import { isCommonPassword } from '@adtally/contract/common-password.ts'
import { isBreachedPassword } from '../breached-passwords.ts'
import { Refusal } from '../refusal.ts'

/** Throws `password_too_common` for what guessing tries first: by our rules, which the app knows too, or by what breaches held. */
export function requireUncommon(password: string, own: readonly string[]): void {
  if (isCommonPassword(password, own) || isBreachedPassword(password)) {
    throw new Refusal('password_too_common', { field: 'password' })
  }
}
