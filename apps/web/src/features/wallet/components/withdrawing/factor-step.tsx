import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { TextField } from '@adtally/ui/field.tsx'

const CODE_LENGTH_MAX = 11

interface FactorStepProps {
  /** Whether an authenticator app's codes are accepted; if not, only recovery codes are. */
  app: boolean
  /** Whether a code is typed instead of using a passkey. */
  by_code: boolean
  has_passkey: boolean
  code: string
  code_refusal: string | null
  editCode: (code: string) => void
  switchTo: (next: 'code' | 'passkey') => void
}

/** Asks for a code of the second factor, unless a passkey will be asked for after the transaction password. */
export function FactorStep(props: FactorStepProps) {
  const { app, by_code, has_passkey, code, code_refusal, editCode, switchTo } = props
  const t = useMessages('wallet')
  const pin = useMessages('pin')
  return (
    <div className="flex flex-col gap-2">
      {by_code ? (
        <TextField
          label={app ? t('secondFactor') : pin('recoveryCode')}
          hint={app ? t('secondFactorHint') : undefined}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={CODE_LENGTH_MAX}
          value={code}
          onChange={(event) => editCode(event.target.value)}
          error={code_refusal ?? undefined}
        />
      ) : (
        <>
          <p className="text-14 text-muted">{pin('passkeyAfter')}</p>
          {code_refusal !== null && (
            <div role="alert">
              <Banner tone="warning">{code_refusal}</Banner>
            </div>
          )}
        </>
      )}
      {has_passkey && (
        <Button
          variant="quiet"
          className="self-start text-14!"
          onClick={() => switchTo(by_code ? 'passkey' : 'code')}
        >
          {pin(by_code ? 'usePasskey' : 'useCode')}
        </Button>
      )}
    </div>
  )
}
