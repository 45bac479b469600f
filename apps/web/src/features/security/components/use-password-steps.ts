import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { useBackHandler } from '../../../lib/back-handler.ts'
import { isObviousPassword } from '../../../lib/transaction-password.ts'
import { type PinFailure, pinFailure } from '../../../lib/use-pin-lock.ts'
import { type Proof, useCheckPassword, useSetPassword } from '../api/set-password.ts'

export type PasswordStep = 'old' | 'reset' | 'prove' | 'enter' | 'confirm' | 'done'
/** Which step the page begins with. */
export type FirstStep = 'old' | 'reset' | 'prove' | 'enter'

/** Refusals of the proof: the step that asked for it is shown again. */
const ABOUT_OLD: readonly unknown[] = [
  'transaction_password_wrong',
  'transaction_password_locked',
  'old_transaction_password_required',
]

/** Where `back` leads from a step; null leaves the page. */
function stepBefore(step: PasswordStep, first: PasswordStep): PasswordStep | null {
  if (step === 'confirm') return 'enter'
  if (step === 'enter' && first !== 'enter') return first
  return step === 'reset' && first !== 'reset' ? first : null
}

/** Which step a refusal is about; `proved_at`: where the login password was asked for. */
function stepOfRefusal(reason: unknown, proved_at: PasswordStep): PasswordStep {
  if (ABOUT_OLD.includes(reason)) return 'old'
  if (reason === 'credentials_wrong' || reason === 'too_many_requests') return proved_at
  return reason === 'transaction_password_same' ? 'enter' : 'confirm'
}

/**
 * The steps of SPEC §4 (enter six digits, confirm, done), before them the proof where there is a password already, or where
 * a first one would wait without.
 */
export function usePasswordSteps(first: FirstStep, leave: () => void) {
  const t = useMessages('wallet.setPassword')
  const [step, setStep] = useState<PasswordStep>(first)
  const [proof, setProof] = useState<Proof>({})
  const [proved_at, setProvedAt] = useState<PasswordStep>('reset')
  const [digits, setDigits] = useState('')
  const [failure, setFailure] = useState<PinFailure | null>(null)
  const [wait_until, setWaitUntil] = useState<string | null>(null)
  const check = useCheckPassword()
  const set = useSetPassword()

  const goTo = (next: PasswordStep, why: PinFailure | null = null) => {
    setFailure(why)
    setStep(next)
  }
  useBackHandler(() => {
    const before = step === 'done' ? null : stepBefore(step, first)
    if (before) goTo(before)
    else leave()
  })

  const refuse = (error: unknown) => {
    const said = pinFailure(error, t('connectionLost'))
    goTo(stepOfRefusal(error instanceof ApiError ? error.reason : null, proved_at), said)
  }

  return {
    step,
    failure,
    wait_until,
    busy: check.isPending || set.isPending,
    forget: () => setFailure(null),
    startReset: () => goTo('reset'),
    giveOld: (old_digits: string) =>
      check.mutate(old_digits, {
        onSuccess: () => {
          setProof({ old_digits })
          goTo('enter')
        },
        onError: (error) => setFailure(pinFailure(error, t('connectionLost'))),
      }),
    giveLoginPassword: (login_password: string | null) => {
      setProof(login_password === null ? {} : { login_password })
      setProvedAt(step)
      goTo('enter')
    },
    enter: (entered: string) => {
      if (isObviousPassword(entered)) {
        return setFailure({ message: t('obvious'), refused: true, locked_until: null })
      }
      setDigits(entered)
      goTo('confirm')
    },
    confirm: (confirmed: string) => {
      if (confirmed !== digits) {
        setFailure({ message: t('mismatch'), refused: true, locked_until: null })
        return
      }
      set.mutate(
        { ...proof, digits },
        {
          onSuccess: ({ effective_wait_until }) => {
            setWaitUntil(effective_wait_until)
            goTo('done')
          },
          onError: refuse,
        },
      )
    },
  }
}
