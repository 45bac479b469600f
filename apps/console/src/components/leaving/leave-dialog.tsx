import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Dialog } from '@adtally/ui/dialog.tsx'

interface LeaveDialogProps {
  of: 'leaving' | 'once'
  is_open: boolean
  onStay(): void
  onLeave(): void
}

/** The question, with what becomes of what was typed, or shown once. */
export default function LeaveDialog({ of, is_open, onStay, onLeave }: LeaveDialogProps) {
  const t = useMessages('consoleActs')
  return (
    <Dialog
      open={is_open}
      onClose={onStay}
      title={t(of === 'once' ? 'once.title' : 'leaving.title')}
      actions={
        <>
          <Button onClick={onStay}>{t('leaving.stay')}</Button>
          <Button variant="secondary" onClick={onLeave}>
            {t('leaving.leave')}
          </Button>
        </>
      }
    >
      {t(of === 'once' ? 'once.lost' : 'leaving.note')}
    </Dialog>
  )
}
