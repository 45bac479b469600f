import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Timeline } from '@adtally/ui/timeline.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { Suspense, useState } from 'react'
import { ConnectedButton } from '../../../../components/fields/connected-button.tsx'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'
import { QuestionDialog } from '../../../../components/question-dialog.tsx'
import { useCancelWithdrawal } from '../../api/cancel-withdrawal.ts'
import type { Withdrawal } from '../../api/withdrawals.ts'
import { BankLink } from './bank-link.tsx'
import { WithdrawalFacts } from './withdrawal-facts.tsx'
import { useWithdrawalSteps } from './withdrawal-steps.ts'

interface WithdrawalSheetProps {
  withdrawal: Withdrawal
  currency: string
  onClose: () => void
}

/** A withdrawal in full, with its clock; it can be cancelled until it is sent. */
export default function WithdrawalSheet({ withdrawal, currency, onClose }: WithdrawalSheetProps) {
  const t = useMessages('wallet')
  const { money } = useFormatters()
  const stepsOf = useWithdrawalSteps()
  const cancel = useCancelWithdrawal()
  const [asking, setAsking] = useState(false)
  const amount = money(withdrawal.amount, currency)
  const takeBack = () =>
    cancel.mutate(withdrawal.withdrawal_id, {
      onSuccess: () => {
        showToast(t('cancelled'), 'positive')
        onClose()
      },
      onError: () => setAsking(false),
    })

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('withdrawalNumber', { number: withdrawal.number })}
      footer={
        withdrawal.is_cancellable && (
          <Button block variant="secondary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {t('cancelWithdrawal')}
          </Button>
        )
      }
    >
      <WithdrawalFacts withdrawal={withdrawal} currency={currency} />
      <div className="mt-5">
        <Timeline label={t('timeline')} steps={stepsOf(withdrawal)} />
      </div>
      <BankLink withdrawal={withdrawal} />
      {asking && (
        <Suspense>
          <QuestionDialog
            title={t('cancelQuestion')}
            onClose={() => setAsking(false)}
            stay={t('keepIt')}
            act={
              <ConnectedButton variant="danger" busy={cancel.isPending} onClick={takeBack}>
                {t('cancelAct', { amount })}
              </ConnectedButton>
            }
          >
            {t('cancelMeaning', { amount })}
          </QuestionDialog>
        </Suspense>
      )}
    </Sheet>
  )
}
