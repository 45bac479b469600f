import type { factorAsked } from '@adtally/contract/identity/passkey.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { canAnswer } from '../../../lib/session/passkeys.ts'

/** Six digits from an app, or ten letters and digits with a hyphen. */
const CODE_LENGTH_MAX = 11
const CODE_LENGTH_MIN = 6

/** The kinds of second factor that would do. */
export type FactorAsked = z.infer<typeof factorAsked>

interface CodeStepProps {
  code: string
  onChange: (code: string) => void
  error: string | undefined
  asks: FactorAsked
  passkey_error: string | undefined
  /** The browser gave no passkey. */
  passkey_unused: boolean
  onPasskey: () => void
  busy: boolean
  onBack: () => void
}

/** The second step of logging in: a passkey, a code, or what to do without either; the likeliest has the focus. */
export function CodeStep(props: CodeStepProps) {
  const { code, onChange, error, asks, busy, onBack } = props
  const t = useMessages('auth')
  const pin = useMessages('pin')
  const field = useRef<HTMLInputElement>(null)
  const by_passkey = asks.passkey !== null && canAnswer(asks.passkey)
  useEffect(() => {
    if (!by_passkey) field.current?.focus()
  }, [by_passkey])
  return (
    <>
      <p className="text-16">{t(by_passkey ? 'passkeyText' : 'codeText')}</p>
      {by_passkey && <PasskeyButton {...props} />}
      {asks.passkey !== null && !by_passkey && (
        <Banner tone="warning">{pin('passkeyElsewhere', { address: asks.passkey.rp_id })}</Banner>
      )}
      <TextField
        ref={field}
        label={asks.app ? t('code') : pin('recoveryCode')}
        hint={asks.app ? t('codeHint') : undefined}
        name="second_factor"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={CODE_LENGTH_MAX}
        required
        value={code}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
      <p className="text-14 text-muted">{t('codeLost')}</p>
      <ConnectedButton
        type="submit"
        variant={by_passkey ? 'secondary' : 'primary'}
        busy={busy && code !== ''}
        disabled={code.trim().length < CODE_LENGTH_MIN}
        className="mt-2"
      >
        {t(by_passkey ? 'loginByCode' : 'login')}
      </ConnectedButton>
      <Button variant="quiet" className="self-center text-14!" onClick={onBack}>
        {t('backToPassword')}
      </Button>
    </>
  )
}

function PasskeyButton({ code, busy, onPasskey, passkey_error, passkey_unused }: CodeStepProps) {
  const t = useMessages('auth')
  const pin = useMessages('pin')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const said = passkey_error ?? (passkey_unused ? pin('passkeyUnused') : undefined)
  return (
    <>
      <ConnectedButton ref={button} busy={busy && code === ''} onClick={onPasskey}>
        {t('passkey')}
      </ConnectedButton>
      {said !== undefined && (
        <div role="alert">
          <Banner tone="warning">{said}</Banner>
        </div>
      )}
    </>
  )
}
