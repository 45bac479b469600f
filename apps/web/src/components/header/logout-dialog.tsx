import { logout } from '@adtally/contract/identity/identity.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { request } from '../../lib/api.ts'
import { unsubscribe } from '../../lib/device/device-notifications.ts'
import { signOut } from '../../lib/session/session.ts'
import { QuestionDialog } from '../question-dialog.tsx'

/** Confirms logging out, then clears token and user; the guard leads to login (SPEC §2). */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages('shell')
  const leave = () => {
    // The device forgets the token even if the server can't be told; the session then expires by itself.
    request(logout, {}).catch(() => undefined)
    // The server sends nothing more; this also drops what is on its way.
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
