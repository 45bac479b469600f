import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useState } from 'react'
import { FactList } from '../../../components/fact-list.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { type PinFailure, pinFailure } from '../../../lib/use-pin-lock.ts'
import { useRemoveSecondFactor } from '../api/second-factor.ts'
import { CODE_LENGTH_MIN, CodeField } from './code-field.tsx'
import { PinConfirm } from './pin-confirm.tsx'

const ABOUT_CODE: readonly unknown[] = ['second_factor_wrong', 'second_factor_locked']

/** A second factor that is set up: since when, recovery codes left, and removing it. */
export function SecondFactorPresent({ since, codes_left }: { since: string; codes_left: number }) {
  const t = useMessages('secondFactor')
  const { time } = useFormatters()
  const remove = useRemoveSecondFactor()
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<PinFailure | null>(null)
  const confirm = (digits: string) =>
    remove.mutate(
      { digits, code: code.trim() },
      {
        onSuccess: () => showToast(t('removed'), 'positive'),
        onError: (error) => {
          if (error instanceof ApiError && ABOUT_CODE.includes(error.reason)) {
            setAsking(false)
            setCode('')
            setRefusal(error.message)
          } else setFailure(pinFailure(error, t('connectionLost')))
        },
      },
    )
  return (
    <>
      <p className="text-16">{t('isSet')}</p>
      <Card className="py-2">
        <FactList
          facts={[
            { label: t('since'), value: time(since) },
            { label: t('codesLeft'), value: String(codes_left) },
          ]}
        />
      </Card>
      <h3 className="pt-2 text-16 font-medium">{t('remove')}</h3>
      <p className="text-14 text-muted">{t('removeText')}</p>
      <CodeField
        value={code}
        onChange={(next) => {
          setCode(next)
          setRefusal(null)
        }}
        refusal={refusal}
      />
      <Button
        block
        variant="danger"
        disabled={code.trim().length < CODE_LENGTH_MIN}
        onClick={() => setAsking(true)}
      >
        {t('remove')}
      </Button>
      {asking && (
        <PinConfirm
          action={t('remove')}
          busy={remove.isPending}
          failure={failure}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
