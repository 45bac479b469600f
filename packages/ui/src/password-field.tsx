import { useMessages } from '@adtally/i18n/use-messages.ts'
import { type ComponentProps, useState } from 'react'
import { TextField } from './field.tsx'
import { IconButton } from './icons/icon-button.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>

/** A password field that can show its content. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useMessages('ui')
  const [revealed, setRevealed] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={revealed ? 'text' : 'password'}
      trailing={
        <IconButton
          icon={revealed ? 'eye-off' : 'eye'}
          label={revealed ? t('hidePassword') : t('showPassword')}
          aria-pressed={revealed}
          size={20}
          className="text-muted"
          onClick={() => setRevealed(!revealed)}
        />
      }
    />
  )
}
