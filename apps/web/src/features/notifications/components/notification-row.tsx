import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import type { IconName } from '@adtally/ui/icons/icon-paths.ts'
import type { Notification } from '../api/notifications.ts'
import { useKindText } from './kind-text.ts'

const ICONS: Record<Notification['category'], IconName> = {
  system_announcement: 'info',
  system_maintenance: 'clock',
  activity: 'bell',
}

/** A notification with time and read mark; a tap anywhere on it opens its subject. */
export function NotificationRow({
  notification,
  onOpen,
}: {
  notification: Notification
  onOpen: () => void
}) {
  const t = useMessages('notification')
  const ui = useMessages('ui')
  const kindOf = useKindText()
  const format = useFormatters()
  const { read, category, title, content, created_at, language } = notification
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-start gap-3 rounded-control py-4 text-left"
    >
      <span className="relative mt-0.5 flex-none">
        <Icon name={ICONS[category]} size={20} color={read ? 'var(--color-muted)' : 'var(--color-accent)'} />
        {!read && (
          <span aria-hidden className="absolute -top-0.5 -right-0.5 size-2 rounded-chip bg-negative" />
        )}
      </span>
      <span className="flex min-w-0 flex-auto flex-col gap-1">
        <span lang={language} className={classNames('text-16', read ? undefined : 'font-medium')}>
          {!read && <span className="sr-only">{t('unread')} </span>}
          {title}
        </span>
        <span lang={language} className="line-clamp-8 text-14 wrap-break-word text-muted">
          {content}
        </span>
        <span className="text-12 text-muted">
          {kindOf(notification) + ui('separator')}
          <time dateTime={created_at}>{format.time(created_at)}</time>
        </span>
      </span>
    </button>
  )
}
