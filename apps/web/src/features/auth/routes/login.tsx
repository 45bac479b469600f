import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { part } from '@adtally/ui/part.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { Suspense, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { useService } from '../../../components/use-service.ts'
import { path_ahead } from '../../../lib/layered-history.ts'
import { nextAddress } from '../../../lib/page.ts'
import { demo_people } from '../../../lib/page-settings.ts'
import { session } from '../../../lib/session/session.ts'
import { Brand } from '../components/brand.tsx'
import { LoginForm } from '../components/login-form.tsx'

const ContinueAs = part(() => import('../components/continue-as.tsx'))
/** Room reserved for the demo's people: rows of three buttons on a phone, or three lines that say they are to come. */
const ROOM = { 1: 'min-h-23', 2: 'min-h-34', 3: 'min-h-48' } as const

function roomFor(buttons: number): string {
  if (buttons <= 3) return ROOM[1]
  return buttons <= 6 ? ROOM[2] : ROOM[3]
}

const HowMoneyFlows = part(() => import('../components/how-money-flows.tsx'))

/** /login: brand, form, links to registration and customer service. */
export default function LoginPage() {
  const t = useMessages('auth')
  const title = useMessages('titles')('auth.loginTitle')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const openService = useService()
  const signedIn = useStore(session)
  const next_path = useStore(path_ahead)
  const [leaving, setLeaving] = useState(false)
  const destination = nextAddress(search) ?? '/ad-center'

  const enter = () => {
    showToast(t('loginDone'), 'positive')
    void navigate(destination, { replace: true })
  }

  // Signed in already, here or in another tab.
  if (signedIn) return <Navigate to={destination} replace />
  return (
    <div className="flex flex-auto flex-col gap-8 px-5 pt-6 pb-8">
      <div className="flex flex-col gap-2">
        <Brand />
        <p className="text-16 text-muted">{t('tagline')}</p>
      </div>
      {demo_people > 0 && (
        <div className={roomFor(demo_people + 1)}>
          <Suspense>
            <ContinueAs onSignedIn={enter} onLeaving={setLeaving} />
          </Suspense>
        </div>
      )}
      <div className="flex flex-col gap-4">
        <h1 className="sr-only">{title}</h1>
        {/* Disabled while the registration page loads, as anything typed would be lost. */}
        <fieldset disabled={leaving || next_path === '/register'} className="contents">
          <LoginForm onSignedIn={enter} />
        </fieldset>
        <Link
          to="/forgotten-password"
          className="inline-flex min-h-11 items-center self-center rounded-control px-4 text-14 text-accent"
        >
          {t('forgotten')}
        </Link>
      </div>
      <div className="flex flex-col items-center gap-1 text-center">
        <p className="text-14 text-muted">{t('noAccount')}</p>
        <Link
          to="/register"
          className="inline-flex min-h-11 items-center rounded-control px-4 text-16 font-medium text-accent"
        >
          {t('register')}
        </Link>
        <Button variant="quiet" className="text-14! font-normal text-balance" onClick={openService}>
          {t('needsHelp')}
        </Button>
      </div>
      {demo_people > 0 && (
        <Suspense>
          <HowMoneyFlows />
        </Suspense>
      )}
    </div>
  )
}
