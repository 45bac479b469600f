import { ApiError } from '@adtally/client/api-error.ts'
import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { Switch } from '@adtally/ui/switch.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { basic_config } from '../../../lib/basic-config.ts'
import { type BrowserSays, NotificationsUnavailable } from '../../../lib/device/device-notifications.ts'
import { useOnline } from '../../../lib/device/use-online.ts'
import { application_name } from '../../../lib/page-settings.ts'
import { browserStateQuery, deviceStateQuery, useChangeDevice } from '../api/device-notifications.ts'
import { Section } from './section.tsx'

/** Whether this device is notified of money and security: off until the customer and the browser allow it. */
export function DeviceNotifications() {
  const t = useMessages('deviceNotifications')
  const program = useQuery(deviceStateQuery())
  const browser = useQuery(browserStateQuery())
  return (
    <Section title={t('title')}>
      <Loaded query={browser} skeleton={<SkeletonRows rows={1} />}>
        {(says) =>
          says === 'unsubscribed' || says === 'subscribed' ? (
            <Loaded query={program} skeleton={<SkeletonRows rows={1} />}>
              {({ is_on, public_key }) => (
                <DeviceSwitch checked={is_on && says === 'subscribed'} public_key={public_key} />
              )}
            </Loaded>
          ) : (
            <Impossible says={says} />
          )
        }
      </Loaded>
    </Section>
  )
}

/** Why notifications can't be turned on here, and what helps. */
function Impossible({ says }: { says: Exclude<BrowserSays, 'unsubscribed' | 'subscribed'> }) {
  const t = useMessages('deviceNotifications')
  const brand = useStore(basic_config)?.brand_name ?? application_name
  const texts = {
    unsupported: t('unsupported'),
    needs_home_screen: t('onIphone', { brand }),
    blocked: t('blocked', { brand }),
  }
  return (
    <>
      <p className="pt-1 text-14 text-muted">{t('what')}</p>
      <p className="pt-2 text-14">{texts[says]}</p>
    </>
  )
}

function DeviceSwitch({ checked, public_key }: { checked: boolean; public_key: string }) {
  const t = useMessages('deviceNotifications')
  const online = useOnline()
  const change = useChangeDevice()
  const [failure, setFailure] = useState<string | null>(null)

  const turn = (on: boolean) => {
    setFailure(null)
    change.mutate(
      // Ask the browser right away: it only allows prompts during a tap.
      on ? { kind: 'on', permission: Notification.requestPermission(), public_key } : { kind: 'off' },
      {
        onSuccess: () => showToast(t(on ? 'turnedOn' : 'turnedOff'), 'positive'),
        onError: (error) => setFailure(reasonOf(error)),
      },
    )
  }
  const reasonOf = (error: unknown) => {
    if (error instanceof NotificationsUnavailable)
      return error.because === 'dismissed' ? t('dismissed') : t('unanswered')
    return error instanceof ApiError && error.message ? error.message : t('unsaved')
  }
  const state = () => {
    if (change.isPending) return t('waiting')
    if (!online) return t('offline')
    return checked ? t('on') : ''
  }
  // While pending, show the wished state.
  const shown = change.isPending ? change.variables.kind === 'on' : checked
  return (
    <>
      <Switch
        label={t('label')}
        hint={t('what')}
        checked={shown}
        disabled={!online || change.isPending}
        onChange={turn}
      />
      <p role="status" className="text-14 text-muted not-empty:pt-2">
        {state()}
      </p>
      {failure && (
        <p role="alert" className="pt-1 text-14 text-negative">
          {failure}
        </p>
      )}
    </>
  )
}
