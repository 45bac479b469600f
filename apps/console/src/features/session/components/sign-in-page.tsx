import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import { theDesk } from '../../../lib/desk.ts'
import { application_name } from '../../../lib/page-settings.ts'
import { signIn } from '../api/session-calls.ts'
import { EntryCard } from './entry-card.tsx'
import { PasskeyWay } from './passkey-way.tsx'
import { SignInFields } from './sign-in-fields.tsx'
import { useEntryForm } from './use-entry-form.ts'

/** Seen once in a life at a desk. */
const ActivatePage = lazy(() => import('./activate-page.tsx'))

/** What everybody sees before they have said who they are; whoever is new sets up what they sign in with first. */
export function SignInPage() {
  const { activate } = theDesk().session
  const [is_new, setNew] = useState(() => window.location.hash === '#/activate')
  return (
    <main className="flex flex-auto items-center justify-center p-4">
      {is_new ? (
        <Suspense fallback={<SkeletonRows />}>
          <ActivatePage call={activate} onDone={() => setNew(false)} />
        </Suspense>
      ) : (
        <LogIn onNew={() => setNew(true)} />
      )}
    </main>
  )
}

function LogIn({ onNew }: { onNew(): void }) {
  const t = useMessages('consoleSession')
  const { session, passkeys } = theDesk()
  const form = useEntryForm(session.login.request, signIn)
  const title = t('title')
  useEffect(() => {
    document.title = `${title} · ${application_name}`
  }, [title])
  return (
    <EntryCard
      title={title}
      form={form}
      submit={t('submit')}
      other={
        <>
          {passkeys && <PasskeyWay label={t('passkey')} work={passkeys.signIn} />}
          <Button variant="quiet" block onClick={onNew}>
            {t('activate')}
          </Button>
        </>
      }
    >
      <SignInFields form={form} />
    </EntryCard>
  )
}
