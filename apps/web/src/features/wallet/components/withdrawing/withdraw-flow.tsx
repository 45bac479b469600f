import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { Loaded } from '../../../../components/loaded.tsx'
import { NobodyPaysNote } from '../../../../components/nobody-pays-note.tsx'
import { StepHeading } from '../../../../components/step-heading.tsx'
import { type Property, propertyQuery } from '../../../../lib/figures/property-query.ts'
import { useAmounts } from '../../../../lib/figures/use-amounts.ts'
import { createKept } from '../../../../lib/forms/create-kept.ts'
import { session } from '../../../../lib/session/session.ts'
import { type Quote, quoteQuery } from '../../api/quote.ts'
import type { Withdrawal } from '../../api/withdrawals.ts'
import { AmountStep } from './amount-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { WithdrawPrerequisites } from './withdraw-prerequisites.tsx'
import { WithdrawResult } from './withdraw-result.tsx'

const useAmountText = createKept('')

/** Withdrawing step by step: prerequisites, amount, review, result. */
export default function WithdrawFlow() {
  const t = useMessages('wallet')
  const [search] = useSearchParams()
  const quote = useQuery(quoteQuery())
  const property = useQuery(propertyQuery())
  const [result, setResult] = useState<Withdrawal | null>(null)
  const isReview = search.get('withdraw') === 'review'

  if (result) return <WithdrawResult withdrawal={result} currency={property.data?.currency ?? ''} />
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pb-8">
      <StepHeading key={isReview ? 'review' : 'amount'} hidden={!isReview}>
        {t('withdraw')}
      </StepHeading>
      <Loaded query={quote} skeleton={<SkeletonRows />}>
        {(terms) => (
          <Loaded query={property} skeleton={<SkeletonRows />}>
            {(wallet) => <Steps isReview={isReview} terms={terms} wallet={wallet} onDone={setResult} />}
          </Loaded>
        )}
      </Loaded>
      <NobodyPaysNote className="mt-auto" />
    </div>
  )
}

interface StepsProps {
  isReview: boolean
  terms: Quote
  wallet: Property
  onDone: (withdrawal: Withdrawal) => void
}

function Steps({ isReview, terms, wallet, onDone }: StepsProps) {
  const navigate = useNavigate()
  const passwordIsSet = useStore(session)?.user?.transaction_password_set !== false
  const [text, setText] = useAmountText()
  const amount = useAmounts().read(text)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { beneficiary } = terms
  if (!beneficiary || !passwordIsSet) {
    return <WithdrawPrerequisites passwordIsSet={passwordIsSet} isBound={beneficiary !== null} />
  }
  if (!isReview) {
    return (
      <AmountStep
        text={text}
        amount={amount}
        onText={(next) => {
          setText(next)
          setRefusal(null)
        }}
        currency={wallet.currency}
        limits={{ ...terms, startup_funds: wallet.startup_funds }}
        beneficiary={beneficiary}
        refusal={refusal}
        onContinue={() => navigate('/wallet?withdraw=review')}
      />
    )
  }
  // After a reload the amount is lost.
  if (amount.amount === null) return <Navigate to="/wallet?withdraw=amount" replace />
  return (
    <ReviewStep
      amount={amount.amount}
      currency={wallet.currency}
      terms={terms}
      beneficiary={beneficiary}
      onDone={(withdrawal) => {
        onDone(withdrawal)
        setText('')
        void navigate(-1)
      }}
      onAmountRefused={(message) => {
        setRefusal(message)
        void navigate(-1)
      }}
    />
  )
}
