import { ApiError } from '@adtally/client/api-error.ts'
import { CODES } from '@adtally/contract/reasons.ts'
import { currentTime } from '@adtally/i18n/clock.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { failureText } from '../shell-messages.ts'
import { useEachMinute } from '../use-each-minute.ts'

/** Why an act with the transaction password failed. */
export interface PinFailure {
  message: string
  /** Whether a rule refused it; false after a lost connection or server error, which are not the digits' fault. */
  refused: boolean
  /** How long the transaction password is locked (PRODUCT §7). */
  locked_until: string | null
}

/** The text under the dots for a failed act. */
export function pinFailure(error: unknown, connection_message: string): PinFailure {
  if (!(error instanceof ApiError)) {
    return { message: failureText(error, connection_message), refused: false, locked_until: null }
  }
  const refused = error.code !== CODES.server_error
  return { message: error.message, refused, locked_until: error.data.deadline ?? null }
}

/** While the transaction password is locked, a sentence that says how long; else null. */
export function usePinLock(failure: PinFailure | null): string | null {
  const t = useMessages('pin')
  const { remaining } = useFormatters()
  useEachMinute()
  const until = failure?.locked_until
  if (!until || new Date(until) <= currentTime()) return null
  return t('locked', { remaining: remaining(until) })
}
