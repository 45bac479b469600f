import { useStore } from '@adtally/client/store.ts'
import { currentTime } from '@adtally/i18n/clock.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { part } from '@adtally/ui/part.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useLeave } from '../../../components/use-leave.ts'
import { useBeneficiaryWait } from '../../../lib/figures/use-policy-figures.ts'
import { nextAddress } from '../../../lib/page.ts'
import { session, type UserInfo } from '../../../lib/session/session.ts'
import { PinStep } from '../components/pin-step.tsx'
import { ResetStep } from '../components/reset-step.tsx'
import { SetPasswordDone } from '../components/set-password-done.tsx'
import { type FirstStep, usePasswordSteps } from '../components/use-password-steps.ts'

const SecondFactor = part(() => import('../components/second-factor.tsx'))

/** Whether setting a first transaction password without proof makes withdrawals wait. */
function waitsUnproved(user: UserInfo): boolean {
  return !user.transaction_password_set && new Date(user.sign_in_fresh_until) <= currentTime()
}

/** The first step: proof if there is a password, or if it spares a first one the wait (not for host users). */
function firstStep(user: UserInfo, search: URLSearchParams): FirstStep {
  if (!user.transaction_password_set) {
    return waitsUnproved(user) && user.entry === 'register' ? 'prove' : 'enter'
  }
  return search.get('mode') === 'reset' ? 'reset' : 'old'
}

/**
 * /wallet/set-password: enter, confirm, done. Changing needs the current one, resetting needs the login password; so
 * does a first one that would otherwise wait. With `mode=second-factor`: the second factor for withdrawals.
 */
export default function SetPasswordPage() {
  const user = useStore(session)?.user
  const [search] = useSearchParams()
  if (!user) return <SkeletonRows />
  if (search.get('mode') !== 'second-factor') return <Steps user={user} />
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8">
      <Suspense fallback={<SkeletonRows />}>
        <SecondFactor />
      </Suspense>
    </div>
  )
}

function Steps({ user }: { user: UserInfo }) {
  const t = useMessages('wallet.setPassword')
  const wait = useBeneficiaryWait()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  // Decided once: after the change there is a password, and the page still has to show its last step.
  const [first] = useState(() => firstStep(user, search))
  const [told_wait] = useState(() => waitsUnproved(user) && user.entry === 'hybrid')
  const next = nextAddress(search)
  const steps = usePasswordSteps(first, useLeave(next ?? '/wallet'))
  const { step, failure, busy, forget } = steps

  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8 low:pt-0 low:pb-3">
      <ProofStep steps={steps} />
      {step === 'enter' && told_wait && wait && <Banner tone="warning">{t('hostWait', wait)}</Banner>}
      {step === 'enter' && (
        <PinStep
          key="enter"
          is_first={first === 'enter'}
          title={t('enterTitle')}
          text={t('enterText')}
          action={t('continue')}
          failure={failure}
          onDigits={steps.enter}
          onEdit={forget}
        />
      )}
      {step === 'confirm' && (
        <PinStep
          key="confirm"
          title={t('confirmTitle')}
          text={t('confirmText')}
          action={t('confirm')}
          busy={busy}
          failure={failure}
          onDigits={steps.confirm}
          onEdit={forget}
          sends
        />
      )}
      {step === 'done' && (
        <SetPasswordDone
          wait_until={steps.wait_until}
          onContinue={() => navigate(next ?? '/wallet', { replace: true })}
        />
      )}
    </div>
  )
}

/** The proof asked for before the new six digits. */
function ProofStep({ steps }: { steps: ReturnType<typeof usePasswordSteps> }) {
  const t = useMessages('wallet.setPassword')
  const { step, failure, busy, forget } = steps
  if (step === 'reset' || step === 'prove') {
    return (
      <ResetStep
        kind={step === 'prove' ? 'first' : 'reset'}
        refusal={failure?.message ?? null}
        onPassword={steps.giveLoginPassword}
      />
    )
  }
  if (step !== 'old') return null
  return (
    <PinStep
      key="old"
      is_first
      title={t('oldTitle')}
      text={t('oldText')}
      action={t('continue')}
      busy={busy}
      failure={failure}
      onDigits={steps.giveOld}
      onEdit={forget}
      sends
    >
      <Button variant="quiet" className="self-center text-14!" onClick={steps.startReset}>
        {t('forgotten')}
      </Button>
    </PinStep>
  )
}
