import { LIFE_MINUTES } from './passwords/links.ts'
import { ATTEMPT_LIMIT } from './passwords/transaction-password.ts'
import { RECOVERY_CODES } from './second-factor/recovery-code.ts'

/** Fixed figures of identity that help pages name. */
export const identityFigures = {
  password_tries: ATTEMPT_LIMIT.attempts_max,
  password_lock_minutes: ATTEMPT_LIMIT.lock_ms / 60_000,
  recovery_codes: RECOVERY_CODES,
  reset_link_minutes: LIFE_MINUTES.password,
}
