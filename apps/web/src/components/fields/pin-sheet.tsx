import { useMessages } from '@adtally/i18n/use-messages.ts'
import { PIN_LENGTH, PinPad } from '@adtally/ui/pickers/pin-pad.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type PinFailure, usePinLock } from '../../lib/session/use-pin-lock.ts'
import { Sheet } from '../header/lazy-dialogs.tsx'
import { ConnectedButton } from './connected-button.tsx'

interface PinSheetProps {
  /** What is being confirmed, such as amount and beneficiary. */
  children: ReactNode
  /** The button's text, which names the act. */
  action: string
  busy: boolean
  failure: PinFailure | null
  /** The page that resets a forgotten transaction password and leads back. */
  resetTo: string
  onConfirm: (digits: string) => void
  onClose: () => void
}

/** Confirms an act with the transaction password: six dots, a keypad, a button enabled by six digits (SPEC §5). */
export function PinSheet(props: PinSheetProps) {
  const { children, action, busy, failure, resetTo, onConfirm, onClose } = props
  const t = useMessages('pin')
  const [digits, setDigits] = useState('')
  const [seen, setSeen] = useState(failure)
  const confirm = useRef<HTMLButtonElement>(null)
  const lock = usePinLock(failure)
  const full = digits.length === PIN_LENGTH

  // A refused password is cleared; after a lost connection it stays, so that a retry is one tap.
  if (failure !== seen) {
    setSeen(failure)
    if (failure?.refused) setDigits('')
  }
  useEffect(() => {
    if (full) confirm.current?.focus()
  }, [full])

  return (
    <Sheet
      open
      onClose={() => !busy && onClose()}
      title={t('title')}
      footer={
        <ConnectedButton
          ref={confirm}
          busy={busy}
          disabled={!full || lock !== null}
          onClick={() => onConfirm(digits)}
        >
          {action}
        </ConnectedButton>
      }
    >
      <div className="lying:grid lying:grid-cols-[1fr_20rem] lying:items-start lying:gap-x-4">
        <div>{children}</div>
        <div className="mt-2 rounded-card bg-canvas p-3 lying:row-span-2 lying:mt-0">
          <PinPad
            label={t('title')}
            value={digits}
            onChange={setDigits}
            disabled={busy || lock !== null}
            error={lock ?? (digits === '' || !failure?.refused ? failure?.message : undefined)}
          />
        </div>
        <p className="mt-2 text-center lying:mt-0 lying:text-left">
          <Link
            to={resetTo}
            className="inline-flex min-h-11 items-center px-3 text-14 text-accent lying:px-0"
          >
            {t('forgotten')}
          </Link>
        </p>
      </div>
    </Sheet>
  )
}
