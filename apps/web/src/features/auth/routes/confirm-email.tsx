import { userInfoCall } from '@adtally/contract/identity.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { TallyBusy } from '@adtally/ui/tally.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Outcome } from '../../../components/outcome.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { readAgain } from '../../../lib/read-again.ts'
import { session } from '../../../lib/session.ts'
import { useStore } from '../../../lib/store.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { useWhenConnected } from '../../../lib/use-when-connected.ts'
import { confirmEmail, forgetConfirmation } from '../api/login-password.ts'
import { LinkInvalid } from '../components/link-invalid.tsx'
import { useLinkToken } from '../components/use-link-token.ts'

type State = 'asking' | 'confirmed' | 'refused' | 'lost'

/** /confirm-email?token=: follows the link that was sent to an address, signed in or not. */
export default function ConfirmEmailPage() {
  const t = useMessages('loginPassword')
  const shell = useMessages('shell')
  const online = useOnline()
  const navigate = useNavigate()
  const client = useQueryClient()
  const signed_in = useStore(session) !== null
  const token = useLinkToken()
  // What the server says against it for now; null where no answer came.
  const [refusal, setRefusal] = useState<string | null>(null)
  const [state, setState] = useState<State>(token === '' ? 'refused' : 'asking')
  useEffect(() => {
    if (state !== 'asking') return
    confirmEmail(token).then(
      () => {
        readAgain(client, [userInfoCall])
        setState('confirmed')
      },
      (error: unknown) => {
        forgetConfirmation(token)
        setRefusal(error instanceof ApiError ? error.message : null)
        setState(error instanceof ApiError && error.field === 'token' ? 'refused' : 'lost')
      },
    )
  }, [token, client, state])
  useWhenConnected(state === 'lost' && refusal === null, () => setState('asking'))
  const goOn = () => navigate(signed_in ? '/customer' : '/login', { replace: true })
  const go_on = t(signed_in ? 'continue' : 'toLogin')
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8">
      {state === 'asking' && (
        <p role="status" className="flex flex-col items-center gap-4 pt-10 text-center text-16">
          <span className="text-accent">
            <TallyBusy size={40} />
          </span>
          <span>{t('confirming')}</span>
        </p>
      )}
      {state === 'confirmed' && (
        <Outcome icon="check" colour="var(--color-positive)" title={t('confirmed')} text={t('confirmedText')}>
          <Button block onClick={goOn}>
            {go_on}
          </Button>
        </Outcome>
      )}
      {state === 'refused' && (
        <LinkInvalid>
          <Button block onClick={() => navigate(signed_in ? '/customer/email' : '/login', { replace: true })}>
            {t(signed_in ? 'requestLink' : 'toLogin')}
          </Button>
        </LinkInvalid>
      )}
      {state === 'lost' && (
        <EmptyState
          title={refusal ?? shell(online ? 'networkError' : 'offlineTries')}
          action={
            (online || refusal !== null) && (
              <Button onClick={() => setState('asking')}>{t('continue')}</Button>
            )
          }
        />
      )}
    </div>
  )
}
