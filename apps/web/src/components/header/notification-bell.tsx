import { unreadCount } from '@adtally/contract/service/service.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/call-query.ts'
import { HeaderButton } from './header-button.tsx'

/** SPEC §9. */
const BADGE_MAX = 99
const REFRESH_MS = 30_000

/** The badge's text: nothing at 0, `99+` above 99 (SPEC §2). */
export function badgeText(unread_total: number): string {
  if (unread_total <= 0) return ''
  return unread_total > BADGE_MAX ? `${BADGE_MAX}+` : String(unread_total)
}

/** The number of unread notifications, refreshed now and then. */
export function unreadQuery() {
  return { ...callQuery(unreadCount, {}), refetchInterval: REFRESH_MS }
}

/** The bell with the number of unread notifications. */
export function NotificationBell({ onOpen }: { onOpen: () => void }) {
  const t = useMessages('shell')
  const { data } = useQuery(unreadQuery())
  const unread_total = data?.unread_total ?? 0
  const badge = badgeText(unread_total)
  return (
    <span className="relative flex min-w-[44px] shrink">
      <HeaderButton
        data-part="bell"
        icon="bell"
        label={t('unread', { count: unread_total })}
        onClick={onOpen}
      />
      {badge && (
        <span
          aria-hidden
          data-part="badge"
          className="pointer-events-none absolute top-0.5 left-5.5 min-w-4.5 whitespace-nowrap rounded-chip bg-negative px-1 text-center text-12 leading-normal font-medium text-on-negative"
        >
          {badge}
        </span>
      )}
    </span>
  )
}
