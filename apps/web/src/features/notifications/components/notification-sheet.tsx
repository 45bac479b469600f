import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Sheet } from '../../../components/header/lazy-dialogs.tsx'
import type { Notification } from '../api/notifications.ts'
import { useKindText } from './kind-text.ts'

/** The full text of a notification whose subject has no page, such as an announcement. */
export function NotificationSheet({
  notification,
  onClose,
}: {
  notification: Notification
  onClose: () => void
}) {
  const ui = useMessages('ui')
  const kindOf = useKindText()
  const { time } = useFormatters()
  const { title, content, created_at, language } = notification
  return (
    <Sheet open onClose={onClose} title={title}>
      <p className="pb-2 text-12 text-muted">
        {kindOf(notification) + ui('separator')}
        <time dateTime={created_at}>{time(created_at)}</time>
      </p>
      <p lang={language} className="text-16 wrap-anywhere whitespace-pre-wrap">
        {content}
      </p>
    </Sheet>
  )
}
