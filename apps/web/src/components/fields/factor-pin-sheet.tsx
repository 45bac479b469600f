import { ApiError } from '@adtally/client/api-error.ts'
import { PasskeyUnused } from '@adtally/client/passkey-support.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { type ReactNode, useMemo, useState } from 'react'
import { pinFailure } from '../../lib/session/use-pin-lock.ts'
import { PinSheet } from './pin-sheet.tsx'

/** Six digits and a code; the code is empty if none is asked for or a passkey is used. */
export interface PinAndFactor {
  digits: string
  second_factor: string
}

export interface FactorPinSheetProps {
  children: ReactNode
  /** The button's text, which names the act. */
  action: string
  busy: boolean
  /** Why the last try failed; null before the first and during the next. */
  error: unknown
  /** The text for when no answer came. */
  lost: string
  codeLabel: string
  /** The page that resets a forgotten transaction password and leads back. */
  resetTo: string
  onConfirm: (entered: PinAndFactor) => void
  onClose: () => void
}

/** A reset transaction password can't be used for a day (PRODUCT §7). */
const WAITS = 'transaction_password_recently_reset'

/** Confirms an act with the transaction password and, once asked for, the second factor: a passkey or a code. */
export function FactorPinSheet({
  error,
  lost,
  codeLabel,
  children,
  onConfirm,
  ...sheet
}: FactorPinSheetProps) {
  const pin = useMessages('pin')
  const [code, setCode] = useState<string | null>(null)
  const [seen, setSeen] = useState(error)
  const reason = error instanceof ApiError ? error.reason : null
  if (error !== seen) {
    setSeen(error)
    // After a failed passkey a code may be typed; left empty, the passkey is asked for again.
    if (reason === 'second_factor_required' || error instanceof PasskeyUnused) setCode('')
  }
  const failure = useMemo(() => {
    if (error === null) return null
    const failed = pinFailure(error, error instanceof PasskeyUnused ? pin('passkeyUnused') : lost)
    // A newly set password is correct but not usable yet, so show no lock.
    return reason === WAITS ? { ...failed, locked_until: null } : failed
  }, [error, reason, lost, pin])
  return (
    <PinSheet
      {...sheet}
      failure={failure}
      onConfirm={(digits) => onConfirm({ digits, second_factor: code ?? '' })}
    >
      {children}
      {code !== null && (
        <TextField
          label={codeLabel}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
    </PinSheet>
  )
}
