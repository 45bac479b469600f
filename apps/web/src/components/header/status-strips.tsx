import { useStore } from '@adtally/client/store.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import type { IconName } from '@adtally/ui/icons/icon-paths.ts'
import { part } from '@adtally/ui/part.tsx'
import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useState, useSyncExternalStore } from 'react'
import { basic_config } from '../../lib/basic-config.ts'
import { takeWaitingVersion, waiting_version } from '../../lib/device/service-worker.ts'
import { useOnline } from '../../lib/device/use-online.ts'
import { served_by_sandbox, served_playable } from '../../lib/page-settings.ts'
import { session } from '../../lib/session/session.ts'
import { needTexts } from '../../lib/texts.ts'

const ClockSheet = part(async () => {
  const [sheet] = await Promise.all([import('./clock-sheet.tsx'), needTexts(['sandbox'])])
  return sheet
})

function Strip({
  part,
  icon,
  look,
  text,
  children,
}: {
  part: string
  icon: IconName
  look: string
  text: string
  children?: ReactNode
}) {
  return (
    <div
      data-part={part}
      className={`flex items-center justify-center gap-1.5 px-4 py-1 text-center text-12 text-balance ${look}`}
    >
      {/* Beside the first word, also where the text takes two lines. */}
      <span>
        <Icon name={icon} size={14} color="currentColor" className="mr-1.5 inline align-[-0.15em]" />
        {text}
      </span>
      {children}
    </div>
  )
}

/** Marks every screen of a sandbox and says how far its clock is ahead (PRODUCT §2.9, §16). */
function SandboxStrip() {
  const t = useMessages('shell')
  const { remaining } = useFormatters()
  const config = useStore(basic_config)
  const signed_in = useStore(session) !== null
  const is_sandbox = config ? config.mode === 'sandbox' : served_by_sandbox
  if (!is_sandbox) return null
  const ahead_ms = config?.clock_offset_ms ?? 0
  const text = () => {
    if (ahead_ms > 0) return t('sandboxClock', { offset: remaining(new Date(ahead_ms), new Date(0)) })
    if (ahead_ms < 0) return t('sandboxBehind', { offset: remaining(new Date(-ahead_ms), new Date(0)) })
    return t('sandbox')
  }
  const may_play = signed_in && (config?.sandbox_playable ?? served_playable)
  return (
    <Strip part="sandbox" icon="info" look="bg-hold-soft text-hold" text={text()}>
      {may_play && <MoveClock />}
    </Strip>
  )
}

/** Opens the sandbox's clock, if customers may move it. */
function MoveClock() {
  const t = useMessages('shell')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-my-1 min-h-11 shrink-0 px-2 font-medium underline"
      >
        {t('moveClock')}
      </button>
      {open && (
        <Suspense>
          <ClockSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** When the oldest answer on the screen arrived, in epoch milliseconds; 0 if there is none. */
function useOldestAnswer(client: QueryClient): number {
  const cache = client.getQueryCache()
  const subscribe = useCallback(
    // Subscribed, because the strip is rendered before the page requests anything.
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

/** Offline: says from when the shown answers are (DESIGN). */
function OfflineStrip() {
  // Online, nothing subscribes to the answers, which arrive every second.
  return useOnline() ? null : <OfflineReading />
}

function OfflineReading() {
  const t = useMessages('shell')
  const { time } = useFormatters()
  const shown_since = useOldestAnswer(useQueryClient())
  return (
    <div role="status">
      <Strip
        part="offline"
        icon="offline"
        look="bg-ink text-canvas"
        text={shown_since > 0 ? t('offlineReading', { at: time(new Date(shown_since)) }) : t('offline')}
      />
    </div>
  )
}

/** Offers to update to a waiting newer version. */
function UpdateStrip() {
  const t = useMessages('shell')
  if (!useStore(waiting_version)) return null
  return (
    <Strip part="update" icon="refresh" look="bg-accent-soft text-ink" text={t('updateReady')}>
      <button type="button" onClick={takeWaitingVersion} className="min-h-11 px-2 font-medium text-accent">
        {t('reload')}
      </button>
    </Strip>
  )
}

/** The strips above the header that concern every screen. */
export function StatusStrips() {
  return (
    <>
      <SandboxStrip />
      <OfflineStrip />
      <UpdateStrip />
    </>
  )
}
