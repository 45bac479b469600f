import { ApiError } from '@adtally/client/api-error.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import type { ShownAct } from '../../../lib/shown-act.ts'
import { useStatementWords } from '../../../lib/statement-words.ts'

/** Why an act was refused: where one's roles don't allow it, whose do. */
export function useRefusalText({ roles }: ShownAct): (error: unknown) => string {
  const t = useMessages('consoleActs')
  const words = useStatementWords()
  const errorText = useErrorText()
  return (error) =>
    error instanceof ApiError && error.reason === 'staff_role_missing'
      ? t('notYours', { roles: words.roles(roles) })
      : errorText(error)
}
