import { useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icons/icon.tsx'
import type { IconName } from './icons/icon-paths.ts'
import { currentToasts, subscribeToToasts, type ToastMessage } from './toast-store.ts'

const ICONS: Partial<Record<ToastMessage['tone'], IconName>> = { positive: 'check', negative: 'warning' }

/** Displays the toasts; one for the whole app. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  return (
    <div
      role="status"
      data-part="toasts"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(env(safe-area-inset-bottom)+1.5rem)] z-50 flex flex-col items-center gap-2 px-6"
    >
      {toasts.map(({ id, text, tone }) => {
        const icon = ICONS[tone]
        return (
          <div
            key={id}
            className={classNames(
              'flex max-w-80 items-start gap-2 rounded-card bg-ink px-4 py-3 text-14 text-canvas shadow-raised',
              'transition-[opacity,translate] duration-160 starting:translate-y-2 starting:opacity-0',
            )}
          >
            {icon && <Icon name={icon} size={18} color="currentColor" className="mt-px" />}
            {text}
          </div>
        )
      })}
    </div>
  )
}
