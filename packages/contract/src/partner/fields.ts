import * as z from 'zod/mini'
import { because, text } from '../fields.ts'

/** An e-mail address by which somebody of a partner's signs in, read in small letters. */
export const partnerEmail = z
  .string({ error: because('email_invalid') })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, 'email_invalid'),
    z.email({ error: because('email_invalid') }),
  )

/** Six digits of an authenticator app. */
export const totpCode = text(16)

/** A code that stands in for the second factor, once; hyphens and capitals make no difference. */
export const recoveryCode = z
  .string({ error: because('field_invalid') })
  .check(z.trim(), z.toLowerCase(), z.regex(/^([a-z2-7]{4}-?){3}[a-z2-7]{4}$/, 'second_factor_wrong'))

/** A half of an activation code. */
export const activationCode = text(64)
