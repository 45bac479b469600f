import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useEffect } from 'react'
import { theDesk } from '../../../lib/desk.ts'
import { application_name } from '../../../lib/page-settings.ts'
import { signIn } from '../api/session-calls.ts'
import { EntryCard } from './entry-card.tsx'
import { SignInFields } from './sign-in-fields.tsx'
import { useEntryForm } from './use-entry-form.ts'

/** What everybody sees before they have said who they are. */
export function SignInPage() {
  const t = useMessages('consoleSession')
  const form = useEntryForm(theDesk().session.login.request, signIn)
  const title = t('title')
  useEffect(() => {
    document.title = `${title} · ${application_name}`
  }, [title])
  return (
    <main className="flex flex-auto items-center justify-center p-4">
      <EntryCard title={title} form={form} submit={t('submit')}>
        <SignInFields form={form} />
      </EntryCard>
    </main>
  )
}
