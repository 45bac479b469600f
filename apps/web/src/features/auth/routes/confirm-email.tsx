import { ApiError } from '@adtally/client/api-error.ts'
import { readAgain } from '@adtally/client/read-again.ts'
import { useStore } from '@adtally/client/store.ts'
import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { TallyBusy } from '@adtally/ui/tally.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { NotLoaded } from '../../../components/not-loaded.tsx'
import { Outcome } from '../../../components/outcome.tsx'
import { session, signOut } from '../../../lib/session/session.ts'
import { useConfirmEmail, useEmailLink } from '../api/login-password.ts'
import { IsThisYours } from '../components/is-this-yours.tsx'
import { LinkInvalid } from '../components/link-invalid.tsx'
import { keepLinkToken, useLinkToken } from '../components/use-link-token.ts'

/** /confirm-email?token=: names the link's account, and confirms the address when asked to. */
export default function ConfirmEmailPage() {
  const t = useMessages('loginPassword')
  const navigate = useNavigate()
  const client = useQueryClient()
  const signed_in = useStore(session) !== null
  const token = useLinkToken()
  const link = useEmailLink(token)
  const confirm = useConfirmEmail()
  const refused = confirm.error instanceof ApiError && confirm.error.field === 'token' ? confirm.error : null
  const logIn = () => {
    keepLinkToken('/confirm-email', token)
    if (signed_in) signOut(true)
    void navigate('/login?next=/confirm-email')
  }
  const is_invalid = token === '' || link.data === null || refused?.reason === 'link_invalid'
  if (confirm.isSuccess) {
    return (
      <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8">
        <Outcome icon="check" colour="var(--color-positive)" title={t('confirmed')} text={t('confirmedText')}>
          <Button block onClick={() => navigate(signed_in ? '/customer' : '/login', { replace: true })}>
            {t(signed_in ? 'continue' : 'toLogin')}
          </Button>
        </Outcome>
      </div>
    )
  }
  return (
    <div className="flex flex-auto flex-col gap-4 px-4 pt-2 pb-8">
      {is_invalid ? (
        <LinkInvalid text={t(signed_in ? 'linkInvalidText' : 'linkInvalidLogIn')}>
          <Button block onClick={() => navigate(signed_in ? '/customer/email' : '/login', { replace: true })}>
            {t(signed_in ? 'requestLink' : 'toLogin')}
          </Button>
        </LinkInvalid>
      ) : link.data ? (
        <IsThisYours
          account={link.data}
          refused={refused}
          busy={confirm.isPending}
          onLogIn={logIn}
          onConfirm={() => confirm.mutate(token, { onSuccess: () => void readAgain(client, [userInfoCall]) })}
        />
      ) : link.isError || link.isPaused ? (
        <NotLoaded onReload={() => void link.refetch()} />
      ) : (
        <p className="flex justify-center pt-10 text-accent">
          <TallyBusy size={40} />
        </p>
      )}
    </div>
  )
}
