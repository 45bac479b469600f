import { ApiError, UnfitAnswerError } from '@adtally/client/api-error.ts'
import { createStore } from '@adtally/client/store.ts'
import type { AppMessages } from '@adtally/i18n/messages.ts'

/** Texts used outside components, in the current language. */
export type ShellMessages = Pick<
  AppMessages['shell'],
  | 'networkError'
  | 'answerUnread'
  | 'offlineLanguage'
  | 'sessionExpired'
  | 'systemError'
  | 'serverError'
  | 'error'
  | 'noService'
>

export const shell_messages = createStore<ShellMessages>({
  networkError: '',
  answerUnread: '',
  offlineLanguage: '',
  sessionExpired: '',
  systemError: '',
  serverError: '',
  error: '',
  noService: '',
})

/** Why an act failed: the server's message, that its answer was unreadable, or `connection_message`. */
export function failureText(error: unknown, connection_message: string): string {
  if (error instanceof ApiError) return error.message
  return error instanceof UnfitAnswerError ? shell_messages.get().answerUnread : connection_message
}
