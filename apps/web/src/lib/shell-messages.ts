import type { AppMessages } from '@adtally/i18n/messages.ts'
import { ApiError, UnfitAnswerError } from './api-error.ts'
import { createStore } from './device/store.ts'

/** Texts that are needed outside components, in the language on screen. */
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

/** Set by the messages gate whenever the language changes. */
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

/** Why an act failed: the server's own words, that its answer could not be read, or else what the screen says of a lost connection. */
export function failureText(error: unknown, connection_message: string): string {
  if (error instanceof ApiError) return error.message
  return error instanceof UnfitAnswerError ? shell_messages.get().answerUnread : connection_message
}
