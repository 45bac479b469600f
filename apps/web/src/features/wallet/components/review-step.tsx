import { currentTime } from '@adtally/i18n/clock.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { Suspense, useState } from 'react'
import { MoneyButton } from '../../../components/money-button.tsx'
import { PinSheet } from '../../../components/pin-sheet.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { type PinFailure, pinFailure } from '../../../lib/use-pin-lock.ts'
import type { Beneficiary, Quote } from '../api/quote.ts'
import { useWithdraw } from '../api/withdraw.ts'
import type { Withdrawal } from '../api/withdrawals.ts'
import { beneficiaryText } from './beneficiary-line.tsx'
import { WithdrawTerms } from './withdraw-terms.tsx'

const RESET = `/wallet/set-password?mode=reset&next=${encodeURIComponent('/wallet?withdraw=amount')}`
/** Refusals that concern the amount, and are said beside it. */
const ABOUT_AMOUNT: readonly unknown[] = [
  'amount_malformed',
  'amount_zero',
  'amount_not_above_fee',
  'insufficient_balance',
  'startup_funds_not_returned',
]

/** Refusals of the second factor's code, said beside its field. */
const ABOUT_CODE: readonly unknown[] = [
  'second_factor_required',
  'second_factor_wrong',
  'second_factor_locked',
]
/** An app's code, or a recovery code. */
const CODE_LENGTH_MIN = 6

interface ReviewStepProps {
  amount: string
  currency: string
  terms: Quote
  beneficiary: Beneficiary
  onDone: (withdrawal: Withdrawal) => void
  onAmountRefused: (message: string) => void
}

/** Everything that is agreed to before money moves (DESIGN), then the transaction password. */
export function ReviewStep(props: ReviewStepProps) {
  const { amount, currency, terms, beneficiary, onDone, onAmountRefused } = props
  const t = useMessages('wallet')
  const { money, time } = useFormatters()
  const withdraw = useWithdraw()
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<PinFailure | null>(null)
  const [code, setCode] = useState('')
  const [codeRefusal, setCodeRefusal] = useState<string | null>(null)
  const now = currentTime()
  const usable_from = new Date(beneficiary.usable_from)
  const isHeld = usable_from > now
  const send_by = new Date((isHeld ? usable_from : now).getTime() + terms.send_within_ms)
  const act = t('withdrawAct', { amount: money(amount, currency) })

  const confirm = (digits: string) =>
    withdraw.mutate(
      {
        amount,
        beneficiary_id: beneficiary.beneficiary_id,
        digits,
        second_factor: terms.second_factor ? code.trim() : null,
      },
      {
        onSuccess: onDone,
        onError: (error) => {
          const reason = error instanceof ApiError ? error.reason : null
          if (error instanceof ApiError && ABOUT_AMOUNT.includes(reason)) onAmountRefused(error.message)
          else if (error instanceof ApiError && ABOUT_CODE.includes(reason)) {
            setAsking(false)
            setCode('')
            setCodeRefusal(error.message)
          } else setFailure(pinFailure(error, t('connectionLost')))
        },
      },
    )

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
        <TextField
          label={t('secondFactor')}
          hint={t('secondFactorHint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={11}
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            setCodeRefusal(null)
          }}
          error={codeRefusal ?? undefined}
        />
      )}
      <MoneyButton
        disabled={terms.second_factor && code.trim().length < CODE_LENGTH_MIN}
        onClick={() => setAsking(true)}
      >
        {act}
      </MoneyButton>
      {asking && (
        <Suspense>
          <PinSheet
            action={act}
            busy={withdraw.isPending}
            failure={failure}
            resetTo={RESET}
            onConfirm={confirm}
            onClose={() => setAsking(false)}
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
