import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { useEffect } from 'react'
import { logging_out, signOut } from '../api/session-calls.ts'

/** Says that logging out has not reached the server, tries it again, and by itself once there is a connection. */
export function StillSignedIn() {
  const t = useMessages('consoleSession')
  const is_unreached = useStore(logging_out) === 'unreached'
  useEffect(() => {
    if (!is_unreached) return
    const again = () => void signOut()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [is_unreached])
  if (!is_unreached) return null
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-x-4 bg-hold-soft px-4 py-2 text-14 text-hold"
    >
      <p>{t('stillSignedIn')}</p>
      <Button variant="quiet" onClick={() => void signOut()}>
        {t('logOutAgain')}
      </Button>
    </div>
  )
}
