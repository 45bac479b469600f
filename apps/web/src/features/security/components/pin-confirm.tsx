import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Suspense } from 'react'
import { PinSheet } from '../../../components/fields/pin-sheet.tsx'
import type { PinFailure } from '../../../lib/session/use-pin-lock.ts'

const HERE = '/wallet/set-password?mode=second-factor'

interface PinConfirmProps {
  action: string
  busy: boolean
  failure: PinFailure | null
  onConfirm: (digits: string) => void
  onClose: () => void
}

/** Asks for the transaction password to change the second factor. */
export function PinConfirm(props: PinConfirmProps) {
  const t = useMessages('secondFactor')
  return (
    <Suspense>
      <PinSheet {...props} resetTo={`/wallet/set-password?mode=reset&next=${encodeURIComponent(HERE)}`}>
        <p className="text-center text-14 text-muted">{t('pinWhy')}</p>
      </PinSheet>
    </Suspense>
  )
}
