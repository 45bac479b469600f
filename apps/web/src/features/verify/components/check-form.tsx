import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { TextArea } from '@adtally/ui/field.tsx'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { type FormEvent, useRef, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { type Check, useCheck } from '../api/check.ts'

const TEXT_LENGTH_MAX = 20_000

/** Checks a pasted receipt or earlier head, optionally with its file. */
export function CheckForm() {
  const t = useMessages('verify')
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const check = useCheck()
  const isUnknown = check.isSuccess && check.data === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate({ text, file })
  }
  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <h2 className="text-16 font-semibold">{t('check')}</h2>
        <TextArea
          label={t('receipt')}
          hint={t('receiptHint')}
          rows={5}
          maxLength={TEXT_LENGTH_MAX}
          spellCheck={false}
          value={text}
          error={isUnknown ? t('unknown') : undefined}
          onChange={(event) => {
            setText(event.target.value)
            check.reset()
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="secondary" onClick={() => chooser.current?.click()}>
            {t('chooseFile')}
          </Button>
          <span className="max-w-full text-14 text-muted">{file?.name ?? t('noFile')}</span>
          <input
            ref={chooser}
            type="file"
            accept="application/pdf"
            aria-label={t('chooseFile')}
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null)
              check.reset()
            }}
          />
        </div>
        <ConnectedButton type="submit" busy={check.isPending}>
          {t('checkNow')}
        </ConnectedButton>
      </form>
      <div role="status" className="flex flex-col">
        {check.data && (
          <>
            <p className="pt-4 text-14 font-medium">{t('entry', { height: check.data.height })}</p>
            {check.data.checks.map((one) => (
              <CheckRow key={one.name} check={one} />
            ))}
          </>
        )}
      </div>
    </Card>
  )
}

function CheckRow({ check: { name, holds } }: { check: Check }) {
  const t = useMessages('verify')
  return (
    <p className={`flex items-start gap-2 py-2 text-16 ${holds ? 'text-positive' : 'text-negative'}`}>
      <Icon name={holds ? 'check' : 'warning'} size={20} color="currentColor" className="mt-0.5" />
      <span>{t(holds ? `holds.${name}` : `fails.${name}`)}</span>
    </p>
  )
}
