import { CODES } from '@adtally/contract/reasons.ts'
import { currentTime } from '@adtally/i18n/clock.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { ApiError } from '../api-error.ts'
import { failureText } from '../shell-messages.ts'
import { useEachMinute } from '../use-each-minute.ts'

/** Why an act with the transaction password did not happen. */
export interface PinFailure {
  message: string
  /** A rule refused it; false where the connection was lost or the server broke, which is no fault of the digits. */
  refused: boolean
  /** Until when the transaction password is locked (PRODUCT §7). */
  locked_until: string | null
}

/** What a failed act says under the dots. */
export function pinFailure(error: unknown, connection_message: string): PinFailure {
  if (!(error instanceof ApiError)) {
    return { message: failureText(error, connection_message), refused: false, locked_until: null }
  }
  const refused = error.code !== CODES.server_error
  return { message: error.message, refused, locked_until: error.data.deadline ?? null }
}

/** While the transaction password is locked: the sentence that says for how long; else null. */
export function usePinLock(failure: PinFailure | null): string | null {
  const t = useMessages('pin')
  const { remaining } = useFormatters()
  useEachMinute()
  const until = failure?.locked_until
  if (!until || new Date(until) <= currentTime()) return null
  return t('locked', { remaining: remaining(until) })
}
