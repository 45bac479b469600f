import { ApiError } from '@adtally/client/api-error.ts'
import { useIssueText } from '@adtally/client/use-issue-text.ts'
import type { ValidationReason } from '@adtally/client/validation-keys.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'

export interface FormErrors {
  /** The error at the field, if any. */
  of(field: string): string | undefined
  /** Checks values by a call's request schema and shows each field's first error; returns whether they pass. */
  check(schema: z.ZodMiniType, values: unknown, form?: HTMLElement): boolean
  /** Shows a refusal that names one of `fields` at that field; returns whether it did. */
  take(error: unknown, fields: readonly string[]): boolean
  /** Shows an error at a field that no call's schema gives. */
  say(field: string, reason: ValidationReason): void
  /** Called when a field is edited. */
  clear(field: string): void
}

/** Errors beside fields, from the contract's schemas before sending and the server's refusals after. */
export function useFormErrors(): FormErrors {
  const t = useMessages('validation')
  const textOf = useIssueText()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})

  return {
    of: (field) => errors[field],
    check(schema, values, form) {
      const parsed = z.safeParse(schema, values)
      const next: Record<string, string> = {}
      for (const issue of parsed.success ? [] : parsed.error.issues) {
        const field = String(issue.path[0] ?? '')
        next[field] ??= textOf(issue)
      }
      // Rendered synchronously, so that the focus finds the marked field.
      flushSync(() => setErrors(next))
      if (!parsed.success) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return parsed.success
    },
    take(error, fields) {
      if (!(error instanceof ApiError) || error.field === null || !fields.includes(error.field)) return false
      setErrors({ [error.field]: error.message })
      return true
    },
    say: (field, reason) => setErrors({ [field]: t(reason) }),
    clear: (field) => setErrors(({ [field]: _cleared, ...rest }) => rest),
  }
}
