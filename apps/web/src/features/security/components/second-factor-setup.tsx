import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { type FormEvent, useState } from 'react'
import { CopyButton } from '../../../components/copy-button.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { type PinFailure, pinFailure } from '../../../lib/use-pin-lock.ts'
import { useBeginSecondFactor, useConfirmSecondFactor } from '../api/second-factor.ts'
import { CODE_LENGTH_MIN, CodeField } from './code-field.tsx'
import { PinConfirm } from './pin-confirm.tsx'

/** Setting up: what it is, the transaction password, the secret for the app, and the app's first code. */
export function SecondFactorSetup({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const t = useMessages('secondFactor')
  const begin = useBeginSecondFactor()
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<PinFailure | null>(null)
  if (begin.data) return <FirstCode {...begin.data} onCodes={onCodes} />
  return (
    <>
      <p className="text-16">{t('what')}</p>
      <p className="text-14 text-muted">{t('optional')}</p>
      <Button block aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('setUp')}
      </Button>
      {asking && (
        <PinConfirm
          action={t('continue')}
          busy={begin.isPending}
          failure={failure}
          onConfirm={(digits) =>
            begin.mutate(digits, {
              onSuccess: () => setAsking(false),
              onError: (error) => setFailure(pinFailure(error, t('connectionLost'))),
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface FirstCodeProps {
  secret: string
  address: string
  onCodes: (codes: readonly string[]) => void
}

/** The secret, shown once, and a first code that shows that the app has it. */
function FirstCode({ secret, address, onCodes }: FirstCodeProps) {
  const t = useMessages('secondFactor')
  const confirm = useConfirmSecondFactor()
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (confirm.isPending) return
    confirm.mutate(code.trim(), {
      onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
      onError: (error) => {
        setCode('')
        setRefusal(error instanceof ApiError ? error.message : t('connectionLost'))
      },
    })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-16">{t('addToApp')}</p>
      <Card className="flex items-center justify-between gap-2">
        <code className="min-w-0 text-16 tracking-wider wrap-anywhere">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <CopyButton text={secret} label={t('secret')} trailing />
      </Card>
      <a
        href={address}
        className="inline-flex min-h-11 items-center self-start rounded-control text-14 font-medium text-accent"
      >
        {t('openApp')}
      </a>
      <p className="text-14 text-muted">{t('shownOnce')}</p>
      <CodeField
        value={code}
        onChange={(next) => {
          setCode(next)
          setRefusal(null)
        }}
        refusal={refusal}
      />
      <Button type="submit" block busy={confirm.isPending} disabled={code.trim().length < CODE_LENGTH_MIN}>
        {t('confirm')}
      </Button>
    </form>
  )
}
