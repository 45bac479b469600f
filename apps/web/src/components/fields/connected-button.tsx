import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { type ComponentProps, useId } from 'react'
import { useOnline } from '../../lib/device/use-online.ts'

interface ConnectedButtonProps extends ComponentProps<typeof Button> {
  /** False for acts on the device alone, such as a form's first step. */
  needs_connection?: boolean
}

/** A button for acts that need a connection, such as moving money: disabled while offline, and says so (DESIGN). */
export function ConnectedButton({
  disabled = false,
  needs_connection = true,
  ...rest
}: ConnectedButtonProps) {
  const t = useMessages('shell')
  const waits = !useOnline() && needs_connection
  const noteId = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <Button
        block
        {...rest}
        disabled={disabled || waits}
        aria-describedby={waits ? noteId : rest['aria-describedby']}
      />
      {waits && (
        <p id={noteId} className="text-center text-12 text-muted">
          {t('offlineAct')}
        </p>
      )}
    </div>
  )
}
