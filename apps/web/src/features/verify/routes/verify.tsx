import { useMessages } from '@adtally/i18n/use-messages.ts'
import { CheckForm } from '../components/check-form.tsx'
import { LogHead } from '../components/log-head.tsx'

/** /verify, public: checks the program's log in the browser. */
export default function VerifyPage() {
  const t = useMessages('verify')
  return (
    <div className="flex flex-col gap-4 px-4 pb-10">
      <p className="text-14 text-muted">{t('intro')}</p>
      <CheckForm />
      <LogHead />
      <p className="text-14 text-muted">{t('limits')}</p>
    </div>
  )
}
