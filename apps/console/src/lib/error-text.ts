import { ApiError, ConnectionError, referenceOf } from '@adtally/client/api-error.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'

/** Says why something failed: the server's own sentence, with its reference if the office must look, or ours. */
export function useErrorText(): (error: unknown) => string {
  const t = useMessages('consoleShell')
  return (error) => {
    if (error instanceof ConnectionError) return t('noReply')
    const reference = referenceOf(error)
    // A customer refreshes and has it; here somebody has to look.
    if (error instanceof ApiError && error.reason === 'state_conflict') return t('conflict')
    const said = error instanceof ApiError && error.message !== '' ? error.message : t('answerUnread')
    return reference === null ? said : `${said} ${t('reference', { request_id: reference })}`
  }
}
