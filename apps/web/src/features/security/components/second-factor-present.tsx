import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useState } from 'react'
import { FactList } from '../../../components/fact-list.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { session } from '../../../lib/session.ts'
import { useStore } from '../../../lib/store.ts'
import { type PinFailure, pinFailure } from '../../../lib/use-pin-lock.ts'
import { useAskAtSignIn, useRemoveSecondFactor } from '../api/second-factor.ts'
import { CODE_LENGTH_MIN, CodeField } from './code-field.tsx'
import { PinConfirm } from './pin-confirm.tsx'

const ABOUT_CODE: readonly unknown[] = ['second_factor_wrong', 'second_factor_locked']

interface SecondFactorPresentProps {
  since: string
  /** Since when logging in takes it too; null: it does not. */
  at_sign_in_since: string | null
  codes_left: number
}

/** A second factor that is set up: since when, recovery codes left, whether logging in takes it too, and removing it. */
export function SecondFactorPresent({ since, at_sign_in_since, codes_left }: SecondFactorPresentProps) {
  const t = useMessages('secondFactor')
  const { time } = useFormatters()
  const changes = useFactorChanges(at_sign_in_since === null)
  const { code, refusal, asking } = changes
  // Whom a host app logs in is asked for no code by us.
  const by_host = useStore(session)?.user?.entry === 'hybrid'
  const at_sign_in =
    at_sign_in_since === null ? t('notAtSignIn') : t('atSignInSince', { since: time(at_sign_in_since) })
  const too_short = code.trim().length < CODE_LENGTH_MIN
  return (
    <>
      <p className="text-16">{t('isSet')}</p>
      <Card className="py-2">
        <FactList
          facts={[
            { label: t('since'), value: time(since) },
            ...(by_host ? [] : [{ label: t('atSignIn'), value: at_sign_in }]),
            { label: t('codesLeft'), value: String(codes_left) },
          ]}
        />
      </Card>
      <p className="pt-2 text-16">{t('enterCode')}</p>
      <CodeField value={code} onChange={changes.editCode} refusal={refusal} />
      {!by_host && (
        <>
          <p className="text-14 text-muted">{t('atSignInText')}</p>
          <Button block disabled={too_short} onClick={() => changes.ask('at_sign_in')}>
            {t(changes.acts.at_sign_in)}
          </Button>
        </>
      )}
      <p className="pt-2 text-14 text-muted">{t('removeText')}</p>
      <Button block variant="danger" disabled={too_short} onClick={() => changes.ask('remove')}>
        {t(changes.acts.remove)}
      </Button>
      {asking !== null && (
        <PinConfirm
          action={t(changes.acts[asking])}
          busy={changes.busy}
          failure={changes.failure}
          onConfirm={changes.confirm}
          onClose={changes.close}
        />
      )}
    </>
  )
}

/** What a code and the transaction password together change: whether logging in asks for it, or that there is a factor at all. */
function useFactorChanges(switches_on: boolean) {
  const t = useMessages('secondFactor')
  const remove = useRemoveSecondFactor()
  const askAtSignIn = useAskAtSignIn()
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [asking, setAsking] = useState<'at_sign_in' | 'remove' | null>(null)
  const [failure, setFailure] = useState<PinFailure | null>(null)
  const refuse = (error: unknown) => {
    if (error instanceof ApiError && ABOUT_CODE.includes(error.reason)) {
      setAsking(null)
      setCode('')
      setRefusal(error.message)
    } else setFailure(pinFailure(error, t('connectionLost')))
  }
  const done = (message: 'removed' | 'askedAtSignIn' | 'stoppedAtSignIn') => {
    showToast(t(message), 'positive')
    setAsking(null)
    setCode('')
  }
  return {
    code,
    refusal,
    asking,
    failure,
    busy: remove.isPending || askAtSignIn.isPending,
    acts: { at_sign_in: switches_on ? 'askAtSignIn' : 'stopAtSignIn', remove: 'remove' } as const,
    editCode: (next: string) => {
      setCode(next)
      setRefusal(null)
    },
    ask: (act: 'at_sign_in' | 'remove') => {
      setFailure(null)
      setAsking(act)
    },
    close: () => setAsking(null),
    confirm: (digits: string) => {
      const typed = { digits, code: code.trim() }
      if (asking === 'remove') {
        remove.mutate(typed, { onSuccess: () => done('removed'), onError: refuse })
        return
      }
      const message = switches_on ? 'askedAtSignIn' : 'stoppedAtSignIn'
      askAtSignIn.mutate(
        { ...typed, at_sign_in: switches_on },
        { onSuccess: () => done(message), onError: refuse },
      )
    },
  }
}
