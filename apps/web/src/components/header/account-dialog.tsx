import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { account_notice } from '../../lib/announcements.ts'
import { loginAddress } from '../../lib/page.ts'
import { signIn } from '../../lib/session/session.ts'
import { useService } from '../use-service.ts'
import { Dialog } from './lazy-dialogs.tsx'

/** Login navigates as soon as there is a session, so the wallet has to be its destination beforehand. */
const WALLET = loginAddress('/wallet')

/** Says that the account is not activated, disabled or cancelled, with a link to customer service (SPEC §8). */
export function AccountDialog() {
  const t = useMessages('shell')
  const notice = useStore(account_notice)
  const navigate = useNavigate()
  const openService = useService()
  const [entering, setEntering] = useState<string | null>(null)
  const { pathname, search } = useLocation()
  const isThere = `${pathname}${search}` === WALLET
  useEffect(() => {
    if (entering === null || !isThere) return
    setEntering(null)
    signIn(entering, null)
  }, [entering, isThere])
  if (!notice) return null
  const close = () => account_notice.set(null)
  const openWallet = (token: string) => {
    setEntering(token)
    void navigate(WALLET, { replace: true })
    close()
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
