import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TextField } from '@adtally/ui/field.tsx'
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { caretAfterGrouping, groupedCode } from './grouped-code.ts'

interface CodeFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** The authorization code, grouped as it is typed or pasted; the caret keeps its place. */
export function CodeField({ value, onChange, error }: CodeFieldProps) {
  const t = useMessages('welcome')
  const caret = useRef<{ input: HTMLInputElement; at: number } | null>(null)

  useLayoutEffect(() => {
    const { current } = caret
    if (current && document.activeElement === current.input) {
      current.input.setSelectionRange(current.at, current.at)
    }
    caret.current = null
  })

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    caret.current = {
      input: target,
      at: caretAfterGrouping(target.value, target.selectionStart ?? target.value.length),
    }
    onChange(groupedCode(target.value))
  }
  return (
    <TextField
      label={t('code')}
      hint={t('codeHint')}
      name="authorization_code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="go"
      placeholder="XXXX-XXXX-XXXX-XXXX"
      required
      value={value}
      onChange={change}
      error={error}
    />
  )
}
