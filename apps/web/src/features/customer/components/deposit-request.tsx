import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { PaymentsPausedNote } from '../../../components/payments-paused-note.tsx'
import { useDepositRequest } from '../api/deposit-details.ts'

/** Asks for a deposit account: the program answers in the chat (PRODUCT §2.12). */
export function DepositRequest() {
  const t = useMessages('customer')
  const [search] = useSearchParams()
  const isAsked = search.get('ask') === 'deposit'
  const button = useRef<HTMLButtonElement>(null)
  const ask = useDepositRequest()
  useEffect(() => {
    if (isAsked) button.current?.focus()
  }, [isAsked])
  return (
    <div className="flex flex-col gap-2">
      <PaymentsPausedNote />
      {isAsked && <p className="text-14">{t('askDepositText')}</p>}
      <ConnectedButton
        ref={button}
        variant={isAsked ? 'primary' : 'secondary'}
        className={isAsked ? '' : 'min-h-11 py-1 text-14!'}
        busy={ask.isPending}
        onClick={() => ask.mutate()}
      >
        {t('askDeposit')}
      </ConnectedButton>
    </div>
  )
}
