import type { AppMessages } from '@adtally/i18n/messages.ts'
import { createStore } from './device/store.ts'

/** Texts that are needed outside components, in the language on screen. */
export type ShellMessages = Pick<
  AppMessages['shell'],
  | 'networkError'
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
  offlineLanguage: '',
  sessionExpired: '',
  systemError: '',
  serverError: '',
  error: '',
  noService: '',
})
