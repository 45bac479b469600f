import { ApiError } from '@adtally/client/api-error.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useState } from 'react'
import { useBackHandler } from '../../../lib/back-handler.ts'
import { useStepHistory } from '../../../lib/forms/use-step-history.ts'
import { isObviousPassword } from '../../../lib/session/transaction-password.ts'
import { type PinFailure, pinFailure } from '../../../lib/session/use-pin-lock.ts'
import { type Proof, useCheckPassword, useSetPassword } from '../api/set-password.ts'

export type PasswordStep = 'old' | 'reset' | 'prove' | 'enter' | 'confirm'
export type FirstStep = 'old' | 'reset' | 'prove' | 'enter'

/** Refusals of the proof: the step that asked for it shows again. */
const ABOUT_OLD: readonly unknown[] = [
  'transaction_password_wrong',
  'transaction_password_locked',
  'old_transaction_password_required',
]

/** A failed entry, shown at its step and dropped by going back. */
function useFailure(step: PasswordStep, goTo: (step: PasswordStep) => void) {
  const [failed, setFailed] = useState<{ step: PasswordStep; why: PinFailure } | null>(null)
  const go = (next: PasswordStep, why?: PinFailure) => {
    setFailed(why ? { step: next, why } : null)
    goTo(next)
  }
  const refuse = (at: PasswordStep, message: string) => go(at, { message, refused: true, locked_until: null })
  return { failure: failed?.step === step ? failed.why : null, forget: () => setFailed(null), go, refuse }
}

/** The step that a refusal is about; `proved_at`: the step that asked for the login password. */
function stepOfRefusal(reason: unknown, proved_at: PasswordStep): PasswordStep {
  if (ABOUT_OLD.includes(reason)) return 'old'
  if (reason === 'login_password_wrong' || reason === 'too_many_requests') return proved_at
  return reason === 'transaction_password_same' ? 'enter' : 'confirm'
}

/** SPEC §4's steps (enter six digits, confirm, done), after proof if there is a password or a first would wait. */
export function usePasswordSteps(first: FirstStep, leave: () => void) {
  const t = useMessages('wallet.setPassword')
  const { step, goTo, depth, end } = useStepHistory<PasswordStep>(first)
  const [isDone, setDone] = useState(false)
  const [proof, setProof] = useState<Proof>({})
  const [proved_at, setProvedAt] = useState<PasswordStep>('reset')
  const [digits, setDigits] = useState('')
  const [wait_until, setWaitUntil] = useState<string | null>(null)
  const check = useCheckPassword()
  const set = useSetPassword()

  const { failure, forget, go, refuse } = useFailure(step, goTo)
  useBackHandler(() => (depth > 0 ? window.history.back() : leave()))

  const takeRefusal = (error: unknown) => {
    const said = pinFailure(error, t('connectionLost'))
    go(stepOfRefusal(error instanceof ApiError ? error.reason : null, proved_at), said)
  }

  return {
    step: isDone ? 'done' : step,
    failure,
    wait_until,
    busy: check.isPending || set.isPending,
    forget,
    startReset: () => go('reset'),
    giveOld: (old_digits: string) =>
      check.mutate(old_digits, {
        onSuccess: () => {
          setProof({ old_digits })
          go('enter')
        },
        onError: (error) => go('old', pinFailure(error, t('connectionLost'))),
      }),
    giveLoginPassword: (login_password: string | null) => {
      setProof(login_password === null ? {} : { login_password })
      setProvedAt(step)
      go('enter')
    },
    enter: (entered: string) => {
      if (isObviousPassword(entered)) return refuse('enter', t('obvious'))
      setDigits(entered)
      go('confirm')
    },
    confirm: (confirmed: string) => {
      if (confirmed !== digits) return refuse('confirm', t('mismatch'))
      set.mutate(
        { ...proof, digits },
        {
          onSuccess: ({ effective_wait_until }) => {
            setWaitUntil(effective_wait_until)
            end(() => setDone(true))
          },
          onError: takeRefusal,
        },
      )
    },
  }
}
