import { passkeysHere } from '@adtally/client/passkey-support.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { passkey_origin } from '../../../lib/page-settings.ts'
import { usePasskey } from './use-passkey.ts'

interface PasskeyWayProps {
  /** The button's words. */
  label: string
  work(): Promise<void>
}

/** The way by a passkey, or at which address there is one. */
export function PasskeyWay({ label, work }: PasskeyWayProps) {
  const { failure, is_asking, ask } = usePasskey(work)
  const here = passkeysHere(passkey_origin)
  if (here === 'at_other_address') return <PasskeysElsewhere />
  if (here !== 'yes') return null
  return (
    <>
      <Button variant="secondary" block busy={is_asking} onClick={() => void ask()}>
        {label}
      </Button>
      {failure !== null && (
        <p role="alert" className="text-14 text-negative">
          {failure}
        </p>
      )}
    </>
  )
}

/** The address of this page at which passkeys are taken. */
export function PasskeysElsewhere() {
  const t = useMessages('consoleSession')
  const address = `${passkey_origin}${window.location.pathname}`
  return (
    <p className="text-14 text-muted">
      {t('passkeysElsewhere')}{' '}
      <a href={address} className="break-all text-accent underline">
        {address}
      </a>
    </p>
  )
}
