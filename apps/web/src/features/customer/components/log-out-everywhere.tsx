import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { Dialog } from '../../../components/lazy-dialogs.tsx'
import { MoneyButton } from '../../../components/money-button.tsx'
import { signOut } from '../../../lib/session.ts'
import { useLogOutEverywhere } from '../api/sessions.ts'

/** Asks before every session is ended; then this device forgets its own as at a log-out. */
export function LogOutEverywhere({ onClose }: { onClose: () => void }) {
  const t = useMessages('customer')
  // Only once it is done: who is told that all are out must be able to rely on it.
  const leave = useLogOutEverywhere(() => {
    showToast(t('loggedOutAll'), 'positive')
    onClose()
    signOut(true)
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('logoutAllQuestion')}
      actions={
        <>
          <MoneyButton variant="danger" busy={leave.isPending} onClick={() => leave.mutate()}>
            {t('logoutAll')}
          </MoneyButton>
          <Button block variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {t('logoutAllMeaning')}
    </Dialog>
  )
}
