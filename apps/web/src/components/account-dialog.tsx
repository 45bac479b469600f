import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { useNavigate } from 'react-router'
import { account_notice } from '../lib/announcements.ts'
import { signIn } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { Dialog } from './lazy-dialogs.tsx'
import { useService } from './use-service.ts'

/** Account not activated, disabled or cancelled: the message and the way to customer service (SPEC §8). */
export function AccountDialog() {
  const t = useMessages('shell')
  const notice = useStore(account_notice)
  const navigate = useNavigate()
  const openService = useService()
  if (!notice) return null
  const close = () => account_notice.set(null)
  const openWallet = (token: string) => {
    close()
    // First the way, then the session: a page for visitors, such as login, leads away as soon as there is one.
    void navigate('/wallet')
    signIn(token, null)
  }
  const { restricted_token } = notice
  return (
    <Dialog
      open
      onClose={close}
      title={t(`account.${notice.code}`)}
      actions={
        <>
          <Button
            block
            onClick={() => {
              close()
              openService()
            }}
          >
            {t('contactService')}
          </Button>
          {restricted_token !== null && (
            <Button block variant="secondary" onClick={() => openWallet(restricted_token)}>
              {t('openWallet')}
            </Button>
          )}
          <Button block variant="quiet" onClick={close}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {notice.message}
    </Dialog>
  )
}
