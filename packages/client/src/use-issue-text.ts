import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import type * as z from 'zod/mini'
import { validationKey } from './validation-keys.ts'

/** The text of what a schema of the contract finds, with the limit if there is one. */
export function useIssueText(): (issue: z.core.$ZodIssue) => string {
  const t = useMessages('validation')
  const format = useFormatters()
  return (issue) => {
    const key = validationKey(issue.message)
    if (key === 'field_too_long' && issue.code === 'too_big')
      return t('field_too_long_for', { max: Number(issue.maximum) })
    return t(key, { example: format.amount('250.00') })
  }
}
