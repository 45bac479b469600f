import { staffLogin } from '@adtally/contract/operator/statement/session.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import { application_name } from '../../../lib/page-settings.ts'
import { signInByPasskey } from '../api/passkey-calls.ts'
import { signIn } from '../api/session-calls.ts'
import { EntryCard } from './entry-card.tsx'
import { PasskeyWay } from './passkey-way.tsx'
import { SignInFields } from './sign-in-fields.tsx'
import { useEntryForm } from './use-entry-form.ts'

/** Seen once in a life at the office. */
const Activation = lazy(() => import('./activation.tsx'))

/** What everybody sees before they have said who they are. */
export function SignInPage() {
  const t = useMessages('consoleSession')
  const form = useEntryForm(staffLogin.request, signIn)
  const [is_new, setNew] = useState(false)
  const title = t(is_new ? 'activationTitle' : 'title')
  useEffect(() => {
    document.title = `${title} · ${application_name}`
  }, [title])
  return (
    <main className="flex flex-auto items-center justify-center p-4">
      {is_new ? (
        <Suspense fallback={<SkeletonRows />}>
          <Activation onDone={() => setNew(false)} />
        </Suspense>
      ) : (
        <EntryCard
          title={title}
          form={form}
          submit={t('submit')}
          other={
            <>
              <PasskeyWay label={t('passkey')} work={signInByPasskey} />
              <Button variant="quiet" block onClick={() => setNew(true)}>
                {t('activate')}
              </Button>
            </>
          }
        >
          <SignInFields form={form} username={null} />
        </EntryCard>
      )}
    </main>
  )
}
