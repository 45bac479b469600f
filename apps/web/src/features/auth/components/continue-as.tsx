import { ConnectionError } from '@adtally/client/api-error.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Loading, Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useOnline } from '../../../lib/device/use-online.ts'
import { demo_people } from '../../../lib/page-settings.ts'
import { CodesUsedUp, peopleQuery, useNewCode } from '../api/demo.ts'
import { useSignIn } from '../api/sign-in.ts'

interface ContinueAsProps {
  onSignedIn: () => void
  /** Called with true when a tap leads away, and false if that fails: until then the page should take no typing. */
  onLeaving: (leaving: boolean) => void
}

/** In a demo: signs in as one of its customers with one tap, or leads to registration with a new code. */
export default function ContinueAs({ onSignedIn, onLeaving }: ContinueAsProps) {
  const t = useMessages('demo')
  const shell = useMessages('shell')
  const navigate = useNavigate()
  const online = useOnline()
  const noteId = useId()
  const { data, error } = useQuery(peopleQuery)
  const people = data ?? []
  const signIn = useSignIn()
  const code = useNewCode()
  const disabled = !online || signIn.isPending || code.isPending
  // A ref, because two taps in one tick would both see no mutation in progress.
  const is_leaving = useRef(false)
  const leave = (go: (onError: () => void) => void) => {
    if (is_leaving.current) return
    const tell = (leaving: boolean) => {
      is_leaving.current = leaving
      onLeaving(leaving)
    }
    tell(true)
    go(() => tell(false))
  }
  const beNew = () =>
    leave((onError) => {
      // Loaded beside the code, so that the form is ready with it; if it fails, its page reports that.
      import('../routes/register.tsx').catch(() => undefined)
      code.mutate(undefined, {
        onSuccess: (licence_key) => void navigate(`/register?${new URLSearchParams({ licence_key })}`),
        onError,
      })
    })
  const continueAs = (person: { username: string; password: string }) =>
    leave((onError) => signIn.mutate(person, { onSuccess: onSignedIn, onError }))
  const described = { disabled, 'aria-describedby': online ? undefined : noteId }
  // Under a foreign name (DNS rebinding) the demo refuses to give passwords.
  if (error && !(error instanceof ConnectionError)) return null
  return (
    <section aria-labelledby="continue-as" className="flex flex-col gap-2">
      <h2 id="continue-as" className="text-14 text-muted">
        {t('heading')}
      </h2>
      {code.isError && <NoCode error={code.error} />}
      {people.length === 0 ? (
        <NobodyYet is_known={data !== undefined} failed={error !== null} />
      ) : (
        <ul aria-label={t('people')} className="flex flex-wrap gap-2">
          <li className="shrink-0">
            <Button variant="secondary" {...described} onClick={beNew}>
              {t('somebodyNew')}
            </Button>
          </li>
          {people.map(({ username, nickname, password }) => (
            <li key={username} className="shrink-0">
              <Button variant="secondary" {...described} onClick={() => continueAs({ username, password })}>
                {nickname}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!online && people.length > 0 && (
        <p id={noteId} className="text-12 text-muted">
          {shell('offlineAct')}
        </p>
      )}
    </section>
  )
}

/** Until the first answer as many skeletons as there will be buttons, then why there are none. */
function NobodyYet({ is_known, failed }: { is_known: boolean; failed: boolean }) {
  const t = useMessages('demo')
  const shell = useMessages('shell')
  const online = useOnline()
  if (is_known || failed || !online)
    return (
      <p role="status" className="text-14">
        {online ? (failed ? shell('networkError') : t('filling')) : shell('offlineTries')}
      </p>
    )
  return (
    <Loading>
      <div className="grid grid-cols-3 gap-2">
        {Array.from({ length: demo_people + 1 }, (_, index) => index).map((index) => (
          <Skeleton key={index} className="h-12" />
        ))}
      </div>
    </Loading>
  )
}

/** Why no code can be issued now, and what to do. */
function NoCode({ error }: { error: Error }) {
  const t = useMessages('demo')
  const shell = useMessages('shell')
  const reason = error instanceof ConnectionError ? shell('networkError') : t('noCode')
  return (
    <p role="alert" className="text-14">
      {error instanceof CodesUsedUp ? t('codesUsedUp', { codes: error.codes }) : reason}
    </p>
  )
}
