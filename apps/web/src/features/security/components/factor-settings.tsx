import { passkeysHere } from '@adtally/client/passkey-support.ts'
import { useStore } from '@adtally/client/store.ts'
import type { OutputOf } from '@adtally/contract/call.ts'
import type { secondFactor } from '@adtally/contract/identity/security.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { TermList } from '../../../components/words/term-list.tsx'
import { useBeneficiaryWait } from '../../../lib/figures/use-policy-figures.ts'
import { session } from '../../../lib/session/session.ts'
import type { Changed, FactorAct } from '../api/second-factor.ts'
import { CODE_LENGTH_MIN, CodeField } from './code-field.tsx'
import { Passkeys } from './passkeys.tsx'
import { PinConfirm } from './pin-confirm.tsx'
import { useFactorChange } from './use-factor-change.ts'

export type FactorState = OutputOf<typeof secondFactor>

/** What every section is given: the present state, whether it may act yet, and how it acts. */
export interface FactorSection {
  state: FactorState
  /** True while a required code is missing. */
  waits: boolean
  onAct: (act: FactorAct) => void
}

interface FactorSettingsProps {
  state: FactorState
  onChanged: (changed: Changed) => void
}

/** Passkeys, the app, asking at login; and proof that the customer makes the changes. */
export function FactorSettings({ state, onChanged }: FactorSettingsProps) {
  const t = useMessages('secondFactor')
  const wait = useBeneficiaryWait()
  const change = useFactorChange(onChanged)
  const { code, refusal, asking } = change
  const is_set = state.since !== null
  const by_passkey = state.passkeys.length > 0 && passkeysHere(state.passkey_origin) === 'yes'
  const waits = is_set && code.trim().length < CODE_LENGTH_MIN && !(by_passkey && code.trim() === '')
  const section = { state, waits, onAct: change.ask }
  return (
    <>
      {is_set ? <Standing state={state} /> : <p className="text-16">{t('optional')}</p>}
      {is_set ? (
        <section className="flex flex-col gap-2">
          <p className="text-16">{t(by_passkey ? 'codeOrPasskey' : 'enterCode')}</p>
          <CodeField
            label={state.app_since === null ? t('recoveryCode') : t('code')}
            value={code}
            onChange={change.editCode}
            refusal={refusal}
          />
        </section>
      ) : (
        refusal !== null && (
          <div role="alert">
            <Banner tone="warning">{refusal}</Banner>
          </div>
        )
      )}
      <Passkeys {...section} />
      <AuthenticatorApp {...section} />
      {is_set && <AtSignIn {...section} />}
      {is_set && wait && <p className="text-14 text-muted">{t('removeText', wait)}</p>}
      {asking !== null && (
        <PinConfirm
          action={t(actText(asking), { name: asking.kind === 'remove_passkey' ? asking.name : '' })}
          busy={change.busy}
          failure={change.failure}
          onConfirm={(digits) => change.confirm(asking, digits)}
          onClose={change.close}
        />
      )}
    </>
  )
}

/** Since when a factor is asked for, where, and the recovery codes left. */
function Standing({ state: { since, at_sign_in_since, recovery_codes_left } }: { state: FactorState }) {
  const t = useMessages('secondFactor')
  const { time } = useFormatters()
  const at_sign_in =
    at_sign_in_since === null ? t('notAtSignIn') : t('atSignInSince', { since: time(at_sign_in_since) })
  return (
    <>
      <p className="text-16">{t('isSet')}</p>
      <Card className="py-2">
        <TermList
          terms={[
            { label: t('since'), value: since === null ? '' : time(since) },
            ...(useByHost() ? [] : [{ label: t('atSignIn'), value: at_sign_in }]),
            { label: t('codesLeft'), value: String(recovery_codes_left) },
          ]}
        />
      </Card>
    </>
  )
}

function AuthenticatorApp({ state: { app_since }, waits, onAct }: FactorSection) {
  const t = useMessages('secondFactor')
  const { time } = useFormatters()
  const act = app_since === null ? 'add_app' : 'remove_app'
  return (
    <section className="flex flex-col gap-2 pt-2">
      <h3 className="text-16 font-semibold">{t('app')}</h3>
      <p className="text-14 text-muted">
        {app_since === null ? t('what') : t('appSince', { since: time(app_since) })}
      </p>
      <Button
        block
        variant={app_since === null ? 'secondary' : 'danger'}
        aria-haspopup="dialog"
        disabled={waits}
        onClick={() => onAct({ kind: act })}
      >
        {t(act === 'add_app' ? 'setUp' : 'remove')}
      </Button>
    </section>
  )
}

/** Whether to ask at login too; customers who log in through a host app are not asked. */
function AtSignIn({ state: { at_sign_in_since }, waits, onAct }: FactorSection) {
  const t = useMessages('secondFactor')
  const by_host = useByHost()
  const at_sign_in = at_sign_in_since === null
  if (by_host) return null
  return (
    <section className="flex flex-col gap-2 pt-2">
      <h3 className="text-16 font-semibold">{t('atSignIn')}</h3>
      <p className="text-14 text-muted">{t('atSignInText')}</p>
      <Button
        block
        variant="secondary"
        aria-haspopup="dialog"
        disabled={waits}
        onClick={() => onAct({ kind: 'at_sign_in', at_sign_in })}
      >
        {t(at_sign_in ? 'askAtSignIn' : 'stopAtSignIn')}
      </Button>
    </section>
  )
}

function useByHost(): boolean {
  return useStore(session)?.user?.entry === 'hybrid'
}

/** The label of the transaction password's button. */
function actText(act: FactorAct) {
  switch (act.kind) {
    case 'add_app':
      return 'continue'
    case 'remove_app':
      return 'remove'
    case 'add_passkey':
      return 'addPasskey'
    case 'remove_passkey':
      return 'removePasskey'
    case 'at_sign_in':
      return act.at_sign_in ? 'askAtSignIn' : 'stopAtSignIn'
  }
}
