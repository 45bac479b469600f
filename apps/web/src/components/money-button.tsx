import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { type ComponentProps, useId } from 'react'
import { useOnline } from '../lib/use-online.ts'

/** The button that moves money: while offline it waits and says so (DESIGN). */
export function MoneyButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
  const t = useMessages('shell')
  const online = useOnline()
  const noteId = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <Button block {...rest} disabled={disabled || !online} aria-describedby={online ? undefined : noteId} />
      {!online && (
        <p id={noteId} className="text-center text-12 text-muted">
          {t('offlineMoney')}
        </p>
      )}
    </div>
  )
}
