import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { part } from '@adtally/ui/part.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { Suspense } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { useService } from '../../../components/use-service.ts'
import { nextAddress } from '../../../lib/page.ts'
import { served_by_demo } from '../../../lib/page-settings.ts'
import { session } from '../../../lib/session.ts'
import { useStore } from '../../../lib/store.ts'
import { Brand } from '../components/brand.tsx'
import { LoginForm } from '../components/login-form.tsx'

const ContinueAs = part(() => import('../components/continue-as.tsx'))
const HowMoneyFlows = part(() => import('../components/how-money-flows.tsx'))

/** /login: brand, form, the way to registration and to customer service. */
export default function LoginPage() {
  const t = useMessages('auth')
  const title = useMessages('titles')('auth.loginTitle')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const openService = useService()
  const signedIn = useStore(session)
  const destination = nextAddress(search) ?? '/ad-center'

  const enter = () => {
    showToast(t('loginDone'), 'positive')
    void navigate(destination, { replace: true })
  }

  // Whoever is signed in already, here or by another tab, has no use for a form.
  if (signedIn) return <Navigate to={destination} replace />
  return (
    <div className="flex flex-auto flex-col gap-8 px-5 pt-6 pb-8">
      <div className="flex flex-col gap-2">
        <Brand />
        <p className="text-16 text-muted">{t('tagline')}</p>
      </div>
      {served_by_demo && (
        <div className="min-h-48">
          <Suspense>
            <ContinueAs onSignedIn={enter} />
          </Suspense>
        </div>
      )}
      <div className="flex flex-col gap-4">
        <h1 className="sr-only">{title}</h1>
        <LoginForm onSignedIn={enter} />
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
      {served_by_demo && (
        <Suspense>
          <HowMoneyFlows />
        </Suspense>
      )}
    </div>
  )
}
