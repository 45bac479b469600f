import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type TouchEvent, useRef, useState } from 'react'

/** How far to pull, in CSS pixels. */
const PULL_DISTANCE = 72
/** The content follows the finger at this share. */
const RESISTANCE = 0.4

/** Refetches everything on the screen. */
function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.refetchQueries({ type: 'active' })
}

/** A button that does the same as pulling. */
export function RefreshButton() {
  const t = useMessages('shell')
  const refresh = useRefresh()
  const fetching = useIsFetching() > 0
  return (
    <IconButton
      icon="refresh"
      label={t('refresh')}
      size={20}
      trailing
      aria-busy={fetching}
      onClick={() => refresh()}
    />
  )
}

/** Refetches everything on the page when it is pulled down from its top (DESIGN). */
export function PullToRefresh({ children }: { children: ReactNode }) {
  const refresh = useRefresh()
  const start_y = useRef<number | null>(null)
  const [pulled, setPulled] = useState(0)
  const ready = pulled >= PULL_DISTANCE

  const begin = (event: TouchEvent) => {
    const isAlone = event.touches.length === 1 && window.scrollY <= 0
    start_y.current = isAlone ? (event.touches[0]?.clientY ?? null) : null
  }
  const move = (event: TouchEvent) => {
    if (start_y.current === null) return
    const distance = (event.touches[0]?.clientY ?? 0) - start_y.current
    setPulled(window.scrollY > 0 ? 0 : Math.max(0, distance))
  }
  const end = () => {
    if (ready) void refresh()
    start_y.current = null
    setPulled(0)
  }

  return (
    <div
      onTouchStart={begin}
      onTouchMove={move}
      onTouchEnd={end}
      onTouchCancel={end}
      className="flex flex-auto flex-col"
    >
      <div
        aria-hidden
        className={classNames(
          'flex items-end justify-center overflow-hidden',
          ready ? 'text-accent' : 'text-muted',
        )}
        style={{ height: Math.min(pulled, PULL_DISTANCE * 1.5) * RESISTANCE }}
      >
        <Icon name="refresh" size={20} color="currentColor" />
      </div>
      {children}
    </div>
  )
}
