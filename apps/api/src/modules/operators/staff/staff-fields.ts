import { STAFF_ROLES, type StaffRole } from '@adtally/contract/enums.ts'
import { because, text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import { isBreachedPassword } from '../../../lib/breached-passwords.ts'
import { isDictionaryPassword } from '../../../lib/dictionary-passwords.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { excludedPair, PASSWORD_CHARACTERS_MIN } from '../rules.ts'

/** A staff username: lower-case, 2 to 32 characters; never the program's own. */
export const staffUsername = z.string({ error: because('username_invalid') }).check(
  z.regex(/^[a-z][a-z0-9._-]{1,31}$/, 'username_invalid'),
  z.refine((name) => name !== 'program', 'username_invalid'),
)

/** A new staff password: long, not in known breaches, and no single common word of any of the twelve languages. */
export const staffPassword = z.string({ error: because('password_too_short') }).check(
  z.minLength(PASSWORD_CHARACTERS_MIN, 'password_too_short'),
  z.maxLength(200, 'field_too_long'),
  z.refine(
    (password) => !isBreachedPassword(password) && !isDictionaryPassword(password),
    'password_too_common',
  ),
)

/** A staff password entered to sign in; any text. */
export const givenPassword = z
  .string({ error: because('field_required') })
  .check(z.minLength(1, 'field_required'), z.maxLength(200, 'field_too_long'))

export const displayName = text(80)

function isRole(name: string): name is StaffRole {
  return STAFF_ROLES.some((role) => role === name)
}

/** Roles such as `support,risk`; `refuseExcluded` checks which go together. */
export const staffRoles = z.pipe(
  z.string({ error: because('field_invalid') }),
  z.transform((list: string, context): StaffRole[] => {
    const names = [...new Set(list.split(',').map((name) => name.trim()))]
    const roles = names.filter(isRole)
    if (roles.length !== names.length) {
      context.issues.push({ code: 'custom', message: 'field_invalid', input: list })
    }
    return roles
  }),
)

/** Throws `roles_exclude` with the pair if nobody may hold these roles together. */
export function refuseExcluded(roles: readonly StaffRole[]): void {
  const pair = excludedPair(roles)
  if (pair)
    throw new Refusal('roles_exclude', { field: 'roles', values: { first: pair[0], second: pair[1] } })
}
