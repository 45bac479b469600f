import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { passkey_origin } from '../../../lib/page-settings.ts'
import { passkeysHere, usePasskey } from './use-passkey.ts'

interface PasskeyWayProps {
  /** The button's words. */
  label: string
  work(): Promise<void>
}

/** The way by a passkey, or at which address there is one. */
export function PasskeyWay({ label, work }: PasskeyWayProps) {
  const t = useMessages('consoleSession')
  const { failure, is_asking, ask } = usePasskey(work)
  const here = passkeysHere()
  if (here === 'never') return null
  if (here === 'elsewhere')
    return (
      <p className="text-14 text-muted">
        {t('passkeysElsewhere')}{' '}
        <a href={`${passkey_origin}${window.location.pathname}`} className="break-all text-accent underline">
          {`${passkey_origin}${window.location.pathname}`}
        </a>
      </p>
    )
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
