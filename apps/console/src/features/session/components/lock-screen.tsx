import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { type Person, theDesk } from '../../../lib/desk.ts'
import { logging_out, signIn, signOut } from '../api/session-calls.ts'
import { EntryCard } from './entry-card.tsx'
import { PasskeyWay } from './passkey-way.tsx'
import { SignInFields } from './sign-in-fields.tsx'
import { useEntryForm } from './use-entry-form.ts'

/** Over work whose session has ended: the same person goes on with it, and another finds nothing of it. */
export function LockScreen({ person: { name: username } }: { person: Person }) {
  const t = useMessages('consoleSession')
  // That it has ended is not known where logging out has not reached the server.
  const is_open = useStore(logging_out) === 'unreached'
  const { session, named_by, passkeys } = theDesk()
  const form = useEntryForm(session.login.request, signIn, { [named_by]: username })
  return (
    <main className="flex flex-auto items-center justify-center p-4">
      <EntryCard
        title={t(is_open ? 'lockedByLogOut' : 'lockedTitle')}
        note={t('lockedNote', { username })}
        form={form}
        submit={t('submit')}
        other={
          <>
            {passkeys && <PasskeyWay label={t('passkey')} work={passkeys.signIn} />}
            <Button variant="quiet" block onClick={() => void signOut()}>
              {t('leave')}
            </Button>
            <p className="text-center text-12 text-muted">{t('leaveNote', { username })}</p>
          </>
        }
      >
        <SignInFields form={form} is_known />
      </EntryCard>
    </main>
  )
}
