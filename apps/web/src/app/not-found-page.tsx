import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useNavigate } from 'react-router'
import { session } from '../lib/session/session.ts'

/** The page for an unknown path, with a link home; needs no login (SPEC §2). */
export default function NotFoundPage() {
  const t = useMessages('notFound')
  const title = useMessages('titles')('notFound.title')
  const navigate = useNavigate()
  const signedIn = useStore(session)
  return (
    <div className="flex flex-auto flex-col justify-center">
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        title={title}
        action={
          <Button onClick={() => navigate(signedIn ? '/ad-center' : '/login')}>
            {signedIn ? t('home') : t('login')}
          </Button>
        }
      >
        {t('text')}
      </EmptyState>
    </div>
  )
}
