import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icon.tsx'
import type { IconName } from '@adtally/ui/icon-paths.ts'
import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { basic_config } from '../lib/basic-config.ts'
import { served_by_sandbox } from '../lib/page-settings.ts'
import { takeWaitingVersion, waiting_version } from '../lib/service-worker.ts'
import { useStore } from '../lib/store.ts'
import { useOnline } from '../lib/use-online.ts'

function Strip({
  part,
  icon,
  look,
  children,
}: {
  part: string
  icon: IconName
  look: string
  children: ReactNode
}) {
  return (
    <div
      data-part={part}
      className={`flex items-center justify-center gap-1.5 px-4 py-1 text-center text-12 text-balance ${look}`}
    >
      <Icon name={icon} size={14} color="currentColor" />
      {children}
    </div>
  )
}

/** Marks every screen of a sandbox, with how far its clock was set ahead (PRODUCT §2.9, §16). */
function SandboxStrip() {
  const t = useMessages('shell')
  const { remaining } = useFormatters()
  const config = useStore(basic_config)
  const is_sandbox = config ? config.mode === 'sandbox' : served_by_sandbox
  if (!is_sandbox) return null
  const ahead_ms = config?.clock_offset_ms ?? 0
  const text = () => {
    if (ahead_ms > 0) return t('sandboxClock', { offset: remaining(new Date(ahead_ms), new Date(0)) })
    if (ahead_ms < 0) return t('sandboxBehind', { offset: remaining(new Date(-ahead_ms), new Date(0)) })
    return t('sandbox')
  }
  return (
    <Strip part="sandbox" icon="info" look="bg-hold-soft text-hold">
      {text()}
    </Strip>
  )
}

/** When the oldest answer that the screen shows came, in epoch milliseconds; 0 where it shows none. */
function useOldestAnswer(client: QueryClient): number {
  const cache = client.getQueryCache()
  const subscribe = useCallback(
    // The strip stands before the page asks for anything: what is shown comes later.
    (changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)),
    [cache],
  )
  return useSyncExternalStore(subscribe, () => {
    const updates = cache
      .findAll({ type: 'active' })
      .map((query) => query.state.dataUpdatedAt)
      .filter((updated_at) => updated_at > 0)
    return updates.length > 0 ? Math.min(...updates) : 0
  })
}

/** Offline: reading goes on from the last answers, whose time it says (DESIGN). */
function OfflineStrip() {
  // While there is a connection nobody follows the answers: they come each second.
  return useOnline() ? null : <OfflineReading />
}

function OfflineReading() {
  const t = useMessages('shell')
  const { time } = useFormatters()
  const shown_since = useOldestAnswer(useQueryClient())
  return (
    <div role="status">
      <Strip part="offline" icon="offline" look="bg-ink text-canvas">
        {shown_since > 0 ? t('offlineReading', { at: time(new Date(shown_since)) }) : t('offline')}
      </Strip>
    </div>
  )
}

/** A newer version waits to take over. */
function UpdateStrip() {
  const t = useMessages('shell')
  if (!useStore(waiting_version)) return null
  return (
    <Strip part="update" icon="refresh" look="bg-accent-soft text-ink">
      {t('updateReady')}
      <button type="button" onClick={takeWaitingVersion} className="min-h-11 px-2 font-medium text-accent">
        {t('reload')}
      </button>
    </Strip>
  )
}

/** What concerns every screen, above the header. */
export function StatusStrips() {
  return (
    <>
      <SandboxStrip />
      <OfflineStrip />
      <UpdateStrip />
    </>
  )
}
