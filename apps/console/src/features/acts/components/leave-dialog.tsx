import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Dialog } from '@adtally/ui/dialog.tsx'

interface LeaveDialogProps {
  is_open: boolean
  onStay(): void
  onLeave(): void
}

/** The question, with what becomes of what was typed. */
export default function LeaveDialog({ is_open, onStay, onLeave }: LeaveDialogProps) {
  const t = useMessages('consoleActs.leaving')
  return (
    <Dialog
      open={is_open}
      onClose={onStay}
      title={t('title')}
      actions={
        <>
          <Button onClick={onStay}>{t('stay')}</Button>
          <Button variant="secondary" onClick={onLeave}>
            {t('leave')}
          </Button>
        </>
      }
    >
      {t('note')}
    </Dialog>
  )
}
