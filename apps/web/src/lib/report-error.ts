import { ApiError, UnfitAnswerError } from '@adtally/client/api-error.ts'
import { CODES } from '@adtally/contract/reasons.ts'
import { showToast } from '@adtally/ui/toast-store.ts'
import { account_notice } from './announcements.ts'
import { chooseLanguage, language } from './language.ts'
import { isEntryRoute, leadToWelcome } from './session/entry.ts'
import { endSession, isRestricted, session } from './session/session.ts'
import type { ShellMessages } from './shell-messages.ts'

const ACCOUNT_CODES = [CODES.not_activated, CODES.disabled, CODES.cancelled] as const

function reportAccountState(error: ApiError, code: (typeof ACCOUNT_CODES)[number]): void {
  if (error.data.lang !== undefined && error.data.lang !== language.get()) chooseLanguage(error.data.lang)
  account_notice.set({ code, message: error.message, restricted_token: error.data.restricted_token ?? null })
}

function reportSessionOver(message: string): void {
  showToast(message, 'negative')
  // SPEC §8: hosts of a hybrid app renew their own tokens.
  if (session.get()?.user?.entry !== 'hybrid') endSession()
}

/**
 * Reports an error as SPEC §8 asks: account states by dialog in the language of `data.lang`, an ended session by its
 * text and a redirect to login, 401 on an entry route by the welcome page, anything else by toast.
 */
export function reportError(error: unknown, messages: ShellMessages): void {
  if (!(error instanceof ApiError)) {
    showToast(error instanceof UnfitAnswerError ? messages.answerUnread : messages.networkError, 'negative')
    return
  }
  const accountCode = ACCOUNT_CODES.find((code) => code === error.code)
  if (accountCode !== undefined) reportAccountState(error, accountCode)
  else if (error.code === CODES.not_signed_in && isEntryRoute()) leadToWelcome(error.data.opening_ticket)
  else if (error.code === CODES.token_expired) {
    // SPEC's text if the session expired; the server's if something ended it.
    const ended_by_itself = error.reason === null || error.reason === 'token_expired'
    reportSessionOver(ended_by_itself ? messages.sessionExpired : error.message)
  } else if (error.code === CODES.not_signed_in && session.get() && !isRestricted(session.get())) {
    reportSessionOver(error.message || messages.sessionExpired)
  } else showToast(error.message || fallbackFor(error.code, messages), 'negative')
}

function fallbackFor(code: number, messages: ShellMessages): string {
  if (code === CODES.params_error) return messages.systemError
  return code === CODES.server_error ? messages.serverError : messages.error
}
