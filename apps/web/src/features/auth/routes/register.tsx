import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { Link, useNavigate } from 'react-router'
import { useService } from '../../../components/use-service.ts'
import { Brand } from '../components/brand.tsx'
import { RegisterForm } from '../components/register-form.tsx'
import { RiskLine } from '../components/risk-line.tsx'

/** /register: the risk first, then the form. */
export default function RegisterPage() {
  const t = useMessages('auth')
  const navigate = useNavigate()
  const openService = useService()
  return (
    <div className="flex flex-auto flex-col gap-6 px-5 pt-6 pb-8">
      <Brand />
      <h1 className="text-20 font-medium">{t('registerHeading')}</h1>
      <RiskLine />
      <RegisterForm
        onRegistered={() => {
          showToast(t('registerDone'), 'positive')
          void navigate('/ad-center', { replace: true })
        }}
      />
      <div className="flex flex-col items-center gap-1 text-center">
        <p className="text-14 text-muted">{t('haveAccount')}</p>
        <Link
          to="/login"
          className="inline-flex min-h-11 items-center rounded-control px-4 text-16 font-medium text-accent"
        >
          {t('login')}
        </Link>
        <Button variant="quiet" className="text-14! font-normal text-balance" onClick={openService}>
          {t('needsKey')}
        </Button>
      </div>
    </div>
  )
}
