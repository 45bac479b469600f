import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icons/icon.tsx'

/** Placeholder for content to come; `className` gives it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('skeleton-pulse block rounded-control', className ?? 'h-4 w-full')}
    />
  )
}

interface LoadingProps {
  /** The layout of the skeletons; `flex flex-col` is preset. */
  className?: string
  children: ReactNode
}

/** Skeletons of content to come, announced once to screen readers. */
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

/** The skeleton of a list. */
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

/** An empty list: words and one action (DESIGN). */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <p className="text-16 font-medium text-balance">{title}</p>
      {children && <p className="text-14 text-balance text-muted">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

/** Nothing loads without a connection; it does automatically when it is back, so there is no button. */
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
  /** The server's message, if any. */
  message?: string | undefined
}

/** A failed request; the whole box is the button that retries (SPEC §8). */
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
