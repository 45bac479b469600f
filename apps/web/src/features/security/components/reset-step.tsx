import { setPassword } from '@adtally/contract/money/wallet.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { PasswordField } from '@adtally/ui/password-field.tsx'
import { type FormEvent, useState } from 'react'
import { useBeneficiaryWait } from '../../../lib/figures/use-policy-figures.ts'
import { useFormErrors } from '../../../lib/forms/use-form-errors.ts'
import { transactionPasswordDigest } from '../../../lib/session/transaction-password.ts'

interface ResetStepProps {
  /** `first`: for a first transaction password, which needs no proof but waits without one. */
  kind: 'reset' | 'first'
  /** The server's refusal of the last one. */
  refusal: string | null
  /** Null to go on without. */
  onPassword: (login_password: string | null) => void
}

// The schema checks the whole call; the new digits come later, and the keypad ensures their form.
const ANY_DIGEST = transactionPasswordDigest('000000')

/** Asks for the login password, to reset a transaction password or set a first one without a wait (PRODUCT §7). */
export function ResetStep({ kind, refusal, onPassword }: ResetStepProps) {
  const t = useMessages('wallet.setPassword')
  const wait = useBeneficiaryWait()
  const is_first = kind === 'first'
  const [login_password, setLoginPassword] = useState('')
  const [said, setSaid] = useState(refusal)
  const errors = useFormErrors()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = { password: ANY_DIGEST, login_password }
    if (errors.check(setPassword.request, values, event.currentTarget)) onPassword(login_password)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="text-20 font-semibold">{t(is_first ? 'proveTitle' : 'resetTitle')}</h2>
        <p className="text-14 text-muted">{t(is_first ? 'proveText' : 'resetText')}</p>
      </div>
      {wait && <Banner tone="warning">{t(is_first ? 'proveWait' : 'resetWait', wait)}</Banner>}
      <PasswordField
        label={t('loginPassword')}
        name="login_password"
        autoComplete="current-password"
        required
        value={login_password}
        onChange={(event) => {
          setLoginPassword(event.target.value)
          setSaid(null)
          errors.clear('login_password')
        }}
        error={errors.of('login_password') ?? said ?? undefined}
      />
      <Button type="submit" block>
        {t('continue')}
      </Button>
      {is_first && (
        <Button variant="quiet" className="self-center text-14!" onClick={() => onPassword(null)}>
          {t('proveSkip')}
        </Button>
      )}
    </form>
  )
}
