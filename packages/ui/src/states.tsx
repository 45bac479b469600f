import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icons/icon.tsx'

/** Holds the place of content to come; give it the content's size by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('skeleton-pulse block rounded-control', className ?? 'h-4 w-full')}
    />
  )
}

interface LoadingProps {
  /** How the skeletons lie; `flex flex-col` is given. */
  className?: string
  /** Skeletons. */
  children: ReactNode
}

/** Skeletons of what is to come, said once to who can't see them. */
export function Loading({ className, children }: LoadingProps) {
  const t = useMessages('ui')
  return (
    <div role="status" className={classNames('flex flex-col', className)}>
      <span className="sr-only">{t('loading')}</span>
      {children}
    </div>
  )
}

interface SkeletonRowsProps {
  rows?: number
}

/** A list to come. */
export function SkeletonRows({ rows = 4 }: SkeletonRowsProps) {
  return (
    <Loading>
      {Array.from({ length: rows }, (_, index) => index).map((row) => (
        <div key={row} className="flex min-h-16 items-center gap-3 py-3">
          <div className="flex flex-auto flex-col gap-2">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3 w-2/5" />
          </div>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </Loading>
  )
}

interface EmptyStateProps {
  title: string
  /** What to do next. */
  children?: ReactNode
  action?: ReactNode
}

/** Nothing here yet: words and one action (DESIGN). */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <p className="text-16 font-medium text-balance">{title}</p>
      {children && <p className="text-14 text-balance text-muted">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

/** Nothing can come without a connection: it does by itself once there is one, so there is nothing to tap. */
export function OfflineState() {
  const t = useMessages('ui')
  return (
    <div
      role="status"
      className="flex min-h-32 w-full flex-col items-center justify-center gap-2 px-6 py-8 text-center text-14 text-balance text-muted"
    >
      <Icon name="offline" size={22} color="currentColor" />
      <span>{t('offline')}</span>
    </div>
  )
}

interface FailedStateProps {
  onReload: () => void
  /** The server's message, where it gave one. */
  message?: string | undefined
}

/** A request failed: the whole of it is the button that tries again (SPEC §8). */
export function FailedState({ onReload, message }: FailedStateProps) {
  const t = useMessages('ui')
  return (
    <button
      type="button"
      onClick={onReload}
      className="flex min-h-32 w-full flex-col items-center justify-center gap-2 rounded-card px-6 py-8 text-center text-14 text-muted"
    >
      <Icon name="refresh" size={22} color="currentColor" />
      <span>{t('requestFailed')}</span>
      {message && <span className="text-12">{message}</span>}
    </button>
  )
}
