import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import { validationKey } from './validation-keys.ts'

export interface FormErrors {
  /** The error text beside a field, if any. */
  of(field: string): string | undefined
  /**
   * Checks values by a call's own request schema and answers whether all is well; else each field has its first
   * error, and the first such field of `form` the focus.
   */
  check(schema: z.ZodMiniType, values: unknown, form?: HTMLElement): boolean
  /** Takes over a refusal that names one of `fields`; answers whether it did. */
  take(error: unknown, fields: readonly string[]): boolean
  /** Called when a field is edited. */
  clear(field: string): void
}

/**
 * Errors beside fields, from the contract's own schemas before sending and from the server's refusals after, so
 * that the rules are stated once.
 */
export function useFormErrors(): FormErrors {
  const t = useMessages('validation')
  const format = useFormatters()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})

  return {
    of: (field) => errors[field],
    check(schema, values, form) {
      const parsed = z.safeParse(schema, values)
      const next: Record<string, string> = {}
      for (const issue of parsed.success ? [] : parsed.error.issues) {
        const field = String(issue.path[0] ?? '')
        next[field] ??= t(validationKey(issue.message), { example: format.amount('250.00') })
      }
      // Drawn at once, so that the focus finds the field that is marked.
      flushSync(() => setErrors(next))
      if (!parsed.success) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return parsed.success
    },
    take(error, fields) {
      if (!(error instanceof ApiError) || error.field === null || !fields.includes(error.field)) return false
      setErrors({ [error.field]: error.message })
      return true
    },
    clear: (field) => setErrors(({ [field]: _cleared, ...rest }) => rest),
  }
}
