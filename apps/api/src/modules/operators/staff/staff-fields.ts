import type { StaffRole } from '@adtally/contract/enums.ts'
import { isCommonPassword } from '@adtally/contract/identity/common-password.ts'
import { newStaffPassword } from '@adtally/contract/operator/statement/fields.ts'
import * as z from 'zod/mini'
import { isBreachedPassword } from '../../../lib/breached-passwords.ts'
import { isDictionaryPassword } from '../../../lib/dictionary-passwords.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { excludedPair } from '../rules.ts'

/** Whether a password is what guessing tries first: by our rules, by known breaches, or as one common word of any of the twelve languages. */
export function isTooCommon(password: string): boolean {
  return isCommonPassword(password, []) || isBreachedPassword(password) || isDictionaryPassword(password)
}

/** A new staff password: long, and not too common. */
export const staffPassword = newStaffPassword.check(
  z.refine((password) => !isTooCommon(password), 'password_too_common'),
)

/** Throws `roles_exclude` with the pair if nobody may hold these roles together. */
export function refuseExcluded(roles: readonly StaffRole[]): void {
  const pair = excludedPair(roles)
  if (pair)
    throw new Refusal('roles_exclude', { field: 'roles', values: { first: pair[0], second: pair[1] } })
}
