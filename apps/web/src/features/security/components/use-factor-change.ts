import { ApiError } from '@adtally/client/api-error.ts'
import { PasskeyUnused } from '@adtally/client/passkey-support.ts'
import { FACTOR_REFUSALS } from '@adtally/contract/identity/passkey.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useState } from 'react'
import { type PinFailure, pinFailure } from '../../../lib/session/use-pin-lock.ts'
import { type Changed, type FactorAct, useChangeFactor } from '../api/second-factor.ts'

/** Refusals shown on the page, not under the transaction password's dots. */
const ABOUT_FACTOR: readonly unknown[] = [
  ...FACTOR_REFUSALS,
  'passkeys_too_many',
  'passkeys_need_host_name',
  'passkey_not_found',
]

/** Changes the second factor with the transaction password, and handles the results. */
export function useFactorChange(onChanged: (changed: Changed) => void) {
  const t = useMessages('secondFactor')
  const pin = useMessages('pin')
  const change = useChangeFactor()
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [asking, setAsking] = useState<FactorAct | null>(null)
  const [failure, setFailure] = useState<PinFailure | null>(null)

  const sayOnPage = (text: string) => {
    setAsking(null)
    setCode('')
    setRefusal(text)
  }
  const refuse = (error: unknown, act: FactorAct) => {
    if (error instanceof PasskeyUnused) {
      sayOnPage(act.kind === 'add_passkey' ? t('passkeyNotMade') : pin('passkeyUnused'))
    } else if (error instanceof ApiError && ABOUT_FACTOR.includes(error.reason)) sayOnPage(error.message)
    else setFailure(pinFailure(error, t('connectionLost')))
  }
  return {
    code,
    refusal,
    asking,
    failure,
    busy: change.isPending,
    editCode: (next: string) => {
      setCode(next)
      setRefusal(null)
    },
    ask: (act: FactorAct) => {
      setFailure(null)
      setRefusal(null)
      setAsking(act)
    },
    close: () => setAsking(null),
    confirm: (act: FactorAct, digits: string) =>
      change.mutate(
        { act, digits, code: code.trim() },
        {
          onSuccess: (changed) => {
            setAsking(null)
            setCode('')
            const done = doneText(act)
            if (done !== null) showToast(t(done), 'positive')
            onChanged(changed)
          },
          onError: (error) => refuse(error, act),
        },
      ),
  }
}

/** The success text; none for an app, which then shows its first code. */
function doneText(act: FactorAct) {
  switch (act.kind) {
    case 'add_app':
      return null
    case 'remove_app':
      return 'appRemoved'
    case 'add_passkey':
      return 'passkeyAdded'
    case 'remove_passkey':
      return 'passkeyRemoved'
    case 'at_sign_in':
      return act.at_sign_in ? 'askedAtSignIn' : 'stoppedAtSignIn'
  }
}
