import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { useEffect, useRef } from 'react'

/** Six digits of an app, or ten letters and digits with their hyphen. */
const CODE_LENGTH_MAX = 11
const CODE_LENGTH_MIN = 6

interface CodeStepProps {
  code: string
  onChange: (code: string) => void
  error: string | undefined
  busy: boolean
  onBack: () => void
}

/** The second step of logging in: a code of the second factor, or what to do without one; it has the focus from the start. */
export function CodeStep({ code, onChange, error, busy, onBack }: CodeStepProps) {
  const t = useMessages('auth')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <p className="text-16">{t('codeText')}</p>
      <TextField
        ref={field}
        label={t('code')}
        hint={t('codeHint')}
        name="second_factor"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={CODE_LENGTH_MAX}
        required
        value={code}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
      <p className="text-14 text-muted">{t('codeLost')}</p>
      <Button
        type="submit"
        block
        busy={busy}
        disabled={code.trim().length < CODE_LENGTH_MIN}
        className="mt-2"
      >
        {t('login')}
      </Button>
      <Button variant="quiet" className="self-center text-14!" onClick={onBack}>
        {t('backToPassword')}
      </Button>
    </>
  )
}
