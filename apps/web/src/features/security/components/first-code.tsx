import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { type FormEvent, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { CopyButton } from '../../../components/fields/copy-button.tsx'
import { failureText } from '../../../lib/shell-messages.ts'
import { useConfirmSecondFactor } from '../api/second-factor.ts'
import { CODE_LENGTH_MIN, CodeField } from './code-field.tsx'

interface FirstCodeProps {
  secret: string
  address: string
  /** Empty if existing recovery codes cover the app too. */
  onCodes: (codes: readonly string[]) => void
}

/** Shows the secret once and asks for a first code, which proves that the app has it. */
export function FirstCode({ secret, address, onCodes }: FirstCodeProps) {
  const t = useMessages('secondFactor')
  const confirm = useConfirmSecondFactor()
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (confirm.isPending) return
    confirm.mutate(code.trim(), {
      onSuccess: ({ recovery_codes }) => {
        if (recovery_codes.length === 0) showToast(t('appAdded'), 'positive')
        onCodes(recovery_codes)
      },
      onError: (error) => {
        setCode('')
        setRefusal(failureText(error, t('connectionLost')))
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
        label={t('code')}
        value={code}
        onChange={(next) => {
          setCode(next)
          setRefusal(null)
        }}
        refusal={refusal}
      />
      <ConnectedButton type="submit" busy={confirm.isPending} disabled={code.trim().length < CODE_LENGTH_MIN}>
        {t('confirm')}
      </ConnectedButton>
    </form>
  )
}
