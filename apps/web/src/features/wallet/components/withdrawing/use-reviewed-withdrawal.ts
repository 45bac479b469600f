import { ApiError } from '@adtally/client/api-error.ts'
import { PasskeyUnused, passkeysHere } from '@adtally/client/passkey-support.ts'
import { FACTOR_REFUSALS } from '@adtally/contract/identity/passkey.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useState } from 'react'
import { type PinFailure, pinFailure } from '../../../../lib/session/use-pin-lock.ts'
import type { Beneficiary, Quote } from '../../api/quote.ts'
import { useWithdraw } from '../../api/withdraw.ts'
import type { Withdrawal } from '../../api/withdrawals.ts'

/** Refusals shown beside the amount. */
const ABOUT_AMOUNT: readonly unknown[] = [
  'amount_malformed',
  'amount_zero',
  'amount_not_above_fee',
  'insufficient_balance',
  'startup_funds_not_returned',
]

/** Refusals shown beside the second factor's field. */
const ABOUT_FACTOR: readonly unknown[] = FACTOR_REFUSALS
/** An app's code; recovery codes are longer. */
const CODE_LENGTH_MIN = 6

export interface ReviewedWithdrawal {
  amount: string
  terms: Quote
  beneficiary: Beneficiary
  onDone: (withdrawal: Withdrawal) => void
  onAmountRefused: (message: string) => void
}

/** The steps from agreeing to the withdrawal: a code if one is asked for, and the transaction password. */
export function useReviewedWithdrawal(reviewed: ReviewedWithdrawal) {
  const { amount, terms, beneficiary, onDone, onAmountRefused } = reviewed
  const t = useMessages('wallet')
  const pin = useMessages('pin')
  const [wants_code, setWantsCode] = useState(false)
  const withdraw = useWithdraw()
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<PinFailure | null>(null)
  const [code, setCode] = useState('')
  const [code_refusal, setCodeRefusal] = useState<string | null>(null)

  const refuse = (error: unknown) => {
    const reason = error instanceof ApiError ? error.reason : null
    if (error instanceof ApiError && ABOUT_AMOUNT.includes(reason)) onAmountRefused(error.message)
    else if (error instanceof ApiError && ABOUT_FACTOR.includes(reason)) {
      setAsking(false)
      setCode('')
      setCodeRefusal(error.message)
    } else if (error instanceof PasskeyUnused) {
      setAsking(false)
      setCodeRefusal(pin('passkeyUnused'))
    } else setFailure(pinFailure(error, t('connectionLost')))
  }
  const has_passkey = passkeysHere(terms.second_factor?.passkey_origin ?? null) === 'yes'
  const by_code = terms.second_factor !== null && (wants_code || !has_passkey)
  return {
    by_code,
    has_passkey,
    switchTo: (next: 'code' | 'passkey') => {
      setWantsCode(next === 'code')
      setCode('')
      setCodeRefusal(null)
    },
    asking,
    failure,
    code,
    code_refusal,
    busy: withdraw.isPending,
    waitsForCode: by_code && code.trim().length < CODE_LENGTH_MIN,
    editCode: (next: string) => {
      setCode(next)
      setCodeRefusal(null)
    },
    ask: () => setAsking(true),
    close: () => setAsking(false),
    confirm: (digits: string) =>
      withdraw.mutate(
        {
          amount,
          beneficiary_id: beneficiary.beneficiary_id,
          digits,
          second_factor: by_code ? code.trim() : null,
        },
        { onSuccess: onDone, onError: refuse },
      ),
  }
}
