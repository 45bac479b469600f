import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { peopleQuery, useNewCode } from '../api/demo.ts'
import { useSignIn } from '../api/sign-in.ts'

/**
 * In a demo: in with one tap as one of its customers, or on to the registration with a code of one's own. The page
 * keeps room for it.
 */
export default function ContinueAs({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useMessages('demo')
  const navigate = useNavigate()
  const { data: people = [], isError } = useQuery(peopleQuery)
  const signIn = useSignIn()
  const code = useNewCode()
  const busy = signIn.isPending || code.isPending
  const beNew = () =>
    code.mutate(undefined, {
      onSuccess: (licence_key) => void navigate(`/register?${new URLSearchParams({ licence_key })}`),
    })
  // Reached by another name than its own, a demo tells nobody's password.
  if (isError) return null
  return (
    <section aria-labelledby="continue-as" className="flex flex-col gap-2">
      <h2 id="continue-as" className="text-14 text-muted">
        {t('heading')}
      </h2>
      {people.length === 0 ? (
        <p role="status" className="line-clamp-2 min-h-12 text-14">
          {t('filling')}
        </p>
      ) : (
        <ul aria-label={t('people')} className="flex flex-wrap gap-2">
          <li className="shrink-0">
            <Button variant="secondary" disabled={busy} onClick={beNew}>
              {t('somebodyNew')}
            </Button>
          </li>
          {people.map(({ username, nickname, password }) => (
            <li key={username} className="shrink-0">
              <Button
                variant="secondary"
                disabled={busy}
                onClick={() => signIn.mutate({ username, password }, { onSuccess: onSignedIn })}
              >
                {nickname}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
