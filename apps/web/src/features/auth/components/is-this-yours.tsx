import type { ApiError } from '@adtally/client/api-error.ts'
import { useStore } from '@adtally/client/store.ts'
import type { OutputOf } from '@adtally/contract/call.ts'
import type { emailLink } from '@adtally/contract/identity/identity-password.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { TermList } from '../../../components/words/term-list.tsx'
import { session } from '../../../lib/session/session.ts'

interface IsThisYoursProps {
  account: OutputOf<typeof emailLink>
  /** Why a signed-in customer's confirmation was refused. */
  refused: ApiError | null
  busy: boolean
  onConfirm: () => void
  /** Goes to the login and back. */
  onLogIn: () => void
}

/** Asks whether an account is the reader's. Only its signed-in owner may say yes: anybody may type an address. */
export function IsThisYours({ account, refused, busy, onConfirm, onLogIn }: IsThisYoursProps) {
  const t = useMessages('loginPassword')
  const signed_in = useStore(session)
  const { username, operated_id } = account
  const is_here = signed_in?.user?.operated_id === operated_id
  return (
    <>
      <h2 className="pt-4 text-20 font-semibold text-balance">{t('isThisYours')}</h2>
      <Card className="py-2">
        <TermList
          terms={[
            { label: t('account'), value: username },
            { label: t('operatedId'), value: operated_id },
          ]}
        />
      </Card>
      <p className="text-14 text-muted">{t('confirmOnlyYours')}</p>
      {refused && <Banner tone="negative">{refused.message}</Banner>}
      {!is_here && (
        <Banner>
          {signed_in?.user ? t('loggedInAs', { username: signed_in.user.username }) : t('logInFirst')}
        </Banner>
      )}
      {is_here ? (
        <ConnectedButton busy={busy} onClick={onConfirm}>
          {t('confirmEmail')}
        </ConnectedButton>
      ) : (
        <Button block onClick={onLogIn}>
          {t(signed_in ? 'switchAccount' : 'toLogin')}
        </Button>
      )}
      <p className="text-center text-14 text-balance text-muted">{t('notYours')}</p>
    </>
  )
}
