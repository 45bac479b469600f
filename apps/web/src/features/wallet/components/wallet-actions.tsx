import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { useNavigate } from 'react-router'
import { PaymentsPausedNote } from '../../../components/payments-paused-note.tsx'

/** Deposit, which leads to service, and withdraw. */
export function WalletActions({ restricted }: { restricted: boolean }) {
  const t = useMessages('wallet')
  const navigate = useNavigate()
  return (
    <div className="flex flex-col gap-2">
      {!restricted && <PaymentsPausedNote />}
      <div className="flex flex-wrap gap-3">
        {!restricted && (
          <Button
            variant="secondary"
            className="min-w-max flex-1"
            onClick={() => navigate('/customer?ask=deposit')}
          >
            {t('deposit')}
          </Button>
        )}
        <Button className="min-w-max flex-1" onClick={() => navigate('/wallet?withdraw=amount')}>
          {t('withdraw')}
        </Button>
      </div>
      {!restricted && <p className="text-center text-12 text-muted">{t('depositNote')}</p>}
    </div>
  )
}
