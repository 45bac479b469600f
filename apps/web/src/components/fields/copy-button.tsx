import { useMessages } from '@adtally/i18n/use-messages.ts'
import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'

interface CopyButtonProps {
  text: string
  label: string
  /** At the end of a row (`IconButton`). */
  trailing?: boolean
}

/** Copies a text; `label` names what is copied. */
export function CopyButton({ text, label, trailing = false }: CopyButtonProps) {
  const t = useMessages('shell')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(t('copied'), 'positive'),
      () => showToast(t('copyFailed'), 'negative'),
    )
  return (
    <IconButton
      icon="copy"
      size={18}
      trailing={trailing}
      label={t('copy', { what: label })}
      className="text-accent"
      onClick={copy}
    />
  )
}
