import { logout } from '@adtally/contract/identity/identity.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { request } from '../../lib/api.ts'
import { unsubscribe } from '../../lib/device/device-notifications.ts'
import { signOut } from '../../lib/session/session.ts'
import { QuestionDialog } from '../question-dialog.tsx'

/** Asks before logging out, then clears token and user; the guard goes to login (SPEC §2). */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages('shell')
  const leave = () => {
    // The device forgets the token whether or not the server can be told; a lost one expires by itself.
    request(logout, {}).catch(() => undefined)
    // The program sends nothing any more; what is on its way is not to come either.
    void unsubscribe()
    onClose()
    signOut(true)
  }
  return (
    <QuestionDialog
      title={t('logoutQuestion')}
      onClose={onClose}
      stay={t('cancel')}
      act={
        <Button block onClick={leave}>
          {t('logout')}
        </Button>
      }
    >
      {t('logoutMeaning')}
    </QuestionDialog>
  )
}
