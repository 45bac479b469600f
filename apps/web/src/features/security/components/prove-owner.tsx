import { ApiError } from '@adtally/client/api-error.ts'
import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { part } from '@adtally/ui/part.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import type { FactorPinSheetProps } from '../../../components/fields/factor-pin-sheet.tsx'
import { session } from '../../../lib/session/session.ts'
import { pinFailure } from '../../../lib/session/use-pin-lock.ts'
import type { Entered } from '../api/owner-proof.ts'

const FactorPinSheet = part<FactorPinSheetProps>(() =>
  import('../../../components/fields/factor-pin-sheet.tsx').then((module) => ({
    default: module.FactorPinSheet,
  })),
)

interface ProveOwnerProps {
  /** The button's text, which names the act. */
  action: string
  /** Why the transaction password is asked for. */
  why: string
  act: UseMutationResult<void, Error, Entered>
  /** This page, to return to after resetting a forgotten transaction password. */
  here: string
  danger?: boolean
  disabled?: boolean
  onDone: () => void
}

/** Proof for acts of the owner only: the transaction password, else the sign-in password, and the second factor. */
export function ProveOwner(props: ProveOwnerProps) {
  const user = useStore(session)?.user
  const passwordIsSet = user?.transaction_password_set !== false
  return passwordIsSet ? <ByPin {...props} /> : <ByLogin {...props} asks={user?.entry === 'register'} />
}

function ByPin({ action, why, act, here, danger = false, disabled = false, onDone }: ProveOwnerProps) {
  const t = useMessages('archive')
  const [asking, setAsking] = useState(false)
  const done = () => {
    setAsking(false)
    onDone()
  }
  return (
    <>
      <Button
        block
        variant={danger ? 'danger' : 'primary'}
        aria-haspopup={disabled ? undefined : 'dialog'}
        disabled={disabled}
        busy={act.isPending}
        onClick={() => {
          act.reset()
          setAsking(true)
        }}
      >
        {action}
      </Button>
      {asking && (
        <Suspense>
          <FactorPinSheet
            action={action}
            busy={act.isPending}
            error={act.error}
            lost={t('connectionLost')}
            codeLabel={t('code')}
            resetTo={`/wallet/set-password?mode=reset&next=${encodeURIComponent(here)}`}
            onConfirm={(entered) => act.mutate(entered, { onSuccess: done })}
            onClose={() => setAsking(false)}
          >
            <p className="text-center text-14 text-muted">{why}</p>
          </FactorPinSheet>
        </Suspense>
      )}
    </>
  )
}

/** `asks`: false for a host app's user, who has no login password; a new session serves instead. */
function ByLogin({
  action,
  act,
  danger = false,
  disabled = false,
  onDone,
  asks,
}: ProveOwnerProps & { asks: boolean }) {
  const t = useMessages('archive')
  const [login_password, setPassword] = useState('')
  const { error } = act
  const of_field =
    error instanceof ApiError && error.data.field === 'login_password' ? error.message : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!disabled && !act.isPending) act.mutate(asks ? { login_password } : {}, { onSuccess: onDone })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {asks && (
        <PasswordField
          label={t('loginPassword')}
          name="login_password"
          autoComplete="current-password"
          required
          disabled={disabled}
          value={login_password}
          onChange={(event) => setPassword(event.target.value)}
          error={of_field}
        />
      )}
      {error !== null && of_field === undefined && (
        <div role="alert">
          <Banner tone="warning">{pinFailure(error, t('connectionLost')).message}</Banner>
        </div>
      )}
      <ConnectedButton
        type="submit"
        variant={danger ? 'danger' : 'primary'}
        disabled={disabled || (asks && login_password === '')}
        busy={act.isPending}
      >
        {action}
      </ConnectedButton>
    </form>
  )
}
