import { passkeysHere } from '@adtally/client/passkey-support.ts'
import { PASSKEY_NAME_LENGTH_MAX, PASSKEYS_MAX } from '@adtally/contract/identity/passkey.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { useState } from 'react'
import type { FactorSection, FactorState } from './factor-settings.tsx'

/** The customer's passkeys, and adding one if the browser allows it at this address. */
export function Passkeys({ state, waits, onAct }: FactorSection) {
  const t = useMessages('secondFactor')
  const { passkeys } = state
  return (
    <section className="flex flex-col gap-2 pt-2">
      <h3 className="text-16 font-semibold">{t('passkeys')}</h3>
      {passkeys.length === 0 ? (
        <p className="text-14 text-muted">{t('passkeyWhat')}</p>
      ) : (
        <Card className="py-0">
          <ul aria-label={t('passkeys')} className="flex flex-col divide-y divide-line">
            {passkeys.map((passkey) => (
              <li key={passkey.passkey_id}>
                <PasskeyRow passkey={passkey} waits={waits} onAct={onAct} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {passkeys.length < PASSKEYS_MAX && <AddPasskey state={state} waits={waits} onAct={onAct} />}
    </section>
  )
}

type Passkey = FactorState['passkeys'][number]

function PasskeyRow({
  passkey: { passkey_id, name, added_at, last_used_at },
  waits,
  onAct,
}: Omit<FactorSection, 'state'> & { passkey: Passkey }) {
  const t = useMessages('secondFactor')
  const { time } = useFormatters()
  const added = t('passkeyAddedAt', { added: time(added_at) })
  const used =
    last_used_at === null ? t('passkeyUnusedYet') : t('passkeyUsedAt', { used: time(last_used_at) })
  return (
    <ListRow
      title={name}
      detail={
        <>
          <span className="block">{added}</span>
          <span className="block">{used}</span>
        </>
      }
      trailing={
        <Button
          variant="quiet"
          className="text-14!"
          aria-label={t('removePasskey', { name })}
          aria-haspopup="dialog"
          disabled={waits}
          onClick={() => onAct({ kind: 'remove_passkey', passkey_id, name })}
        >
          {t('removeShort')}
        </Button>
      }
    />
  )
}

function AddPasskey({ state: { passkey_origin }, waits, onAct }: FactorSection) {
  const t = useMessages('secondFactor')
  const pin = useMessages('pin')
  // Until something is typed, the default name in the current language.
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? t('thisDevice')
  const here = passkeysHere(passkey_origin)
  if (here === 'at_other_address') {
    return <Banner>{pin('passkeyElsewhere', { address: passkey_origin ?? '' })}</Banner>
  }
  if (here !== 'yes') {
    return <Banner>{t(here === 'without_name' ? 'passkeyNoName' : 'passkeyNoBrowser')}</Banner>
  }
  return (
    <>
      <TextField
        label={t('passkeyName')}
        name="passkey_name"
        autoComplete="off"
        maxLength={PASSKEY_NAME_LENGTH_MAX}
        value={name}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button
        block
        aria-haspopup="dialog"
        disabled={waits || name.trim() === ''}
        onClick={() => onAct({ kind: 'add_passkey', name: name.trim() })}
      >
        {t('addPasskey')}
      </Button>
    </>
  )
}
