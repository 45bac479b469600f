import type { Services } from '../services.ts'
import { SECOND_FACTOR_KEY } from './authenticate-staff.ts'
import { encryptSecret, newTotpSecret } from './credentials.ts'
import { totpAddress } from './totp.ts'

/** A second factor as stored and as its owner sets it up; both null where there is none. */
export interface NewSecondFactor {
  totp_secret: Buffer | null
  /** `otpauth://…`, shown once. */
  second_factor: string | null
}

/** Makes a second factor where it is wanted; on a live ledger always (PRODUCT §15). */
export function newSecondFactor({ settings }: Services, username: string, wanted: boolean): NewSecondFactor {
  if (!wanted && settings.ledger_mode !== 'live') return { totp_secret: null, second_factor: null }
  const secret = newTotpSecret()
  return {
    totp_secret: encryptSecret(settings.secret(SECOND_FACTOR_KEY), secret),
    second_factor: totpAddress(settings.brand.name, username, secret),
  }
}
