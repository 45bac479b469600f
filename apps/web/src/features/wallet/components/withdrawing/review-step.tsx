import { currentTime } from '@adtally/i18n/clock.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Suspense } from 'react'
import { ConnectedButton } from '../../../../components/fields/connected-button.tsx'
import { PinSheet } from '../../../../components/fields/pin-sheet.tsx'
import { useBeneficiaryText } from './beneficiary-line.tsx'
import { FactorStep } from './factor-step.tsx'
import { type ReviewedWithdrawal, useReviewedWithdrawal } from './use-reviewed-withdrawal.ts'
import { WithdrawTerms } from './withdraw-terms.tsx'

const RESET = `/wallet/set-password?mode=reset&next=${encodeURIComponent('/wallet?withdraw=amount')}`

/** Everything agreed to before money moves (DESIGN), then the transaction password. */
export function ReviewStep({ currency, ...reviewed }: ReviewedWithdrawal & { currency: string }) {
  const { amount, terms, beneficiary } = reviewed
  const t = useMessages('wallet')
  const beneficiaryText = useBeneficiaryText()
  const { money, time } = useFormatters()
  const { asking, failure, code, code_refusal, busy, ...step } = useReviewedWithdrawal(reviewed)
  const now = currentTime()
  const usable_from = new Date(beneficiary.usable_from)
  const isHeld = usable_from > now
  const send_by = new Date((isHeld ? usable_from : now).getTime() + terms.send_within_ms)
  const act = t('withdrawAct', { amount: money(amount, currency) })

  return (
    <>
      <WithdrawTerms
        amount={amount}
        currency={currency}
        terms={terms}
        beneficiary={beneficiary}
        send_by={send_by}
      />
      {isHeld && <Banner tone="hold">{t('newBeneficiaryHold', { until: time(usable_from) })}</Banner>}
      <p className="text-14 text-muted">{t('whatMayGoWrong')}</p>
      {terms.second_factor && (
        <FactorStep app={terms.second_factor.app} code_refusal={code_refusal} {...step} code={code} />
      )}
      <ConnectedButton disabled={step.waitsForCode} onClick={step.ask}>
        {act}
      </ConnectedButton>
      {asking && (
        <Suspense>
          <PinSheet
            action={act}
            busy={busy}
            failure={failure}
            resetTo={RESET}
            onConfirm={step.confirm}
            onClose={step.close}
          >
            <p className="text-center text-14 text-muted">
              {t('confirmLine', {
                amount: money(amount, currency),
                beneficiary: beneficiaryText(beneficiary),
              })}
            </p>
          </PinSheet>
        </Suspense>
      )}
    </>
  )
}
