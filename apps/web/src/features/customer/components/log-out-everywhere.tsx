import { useMessages } from '@adtally/i18n/use-messages.ts'
import { showToast } from '@adtally/ui/toast-store.ts'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { QuestionDialog } from '../../../components/question-dialog.tsx'
import { unsubscribe } from '../../../lib/device/device-notifications.ts'
import { signOut } from '../../../lib/session/session.ts'
import { useLogOutEverywhere } from '../api/sessions.ts'

/** Confirms ending every session; this device then logs out as well. */
export function LogOutEverywhere({ onClose }: { onClose: () => void }) {
  const t = useMessages('customer')
  // Only after success, because the customer has to be able to rely on it.
  const leave = useLogOutEverywhere(() => {
    showToast(t('loggedOutAll'), 'positive')
    onClose()
    void unsubscribe()
    signOut(true)
  })
  return (
    <QuestionDialog
      title={t('logoutAllQuestion')}
      onClose={onClose}
      stay={t('cancel')}
      act={
        <ConnectedButton variant="danger" busy={leave.isPending} onClick={() => leave.mutate()}>
          {t('logoutAll')}
        </ConnectedButton>
      }
    >
      {t('logoutAllMeaning')}
    </QuestionDialog>
  )
}
