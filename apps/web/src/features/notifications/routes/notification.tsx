import { useMessages } from '@adtally/i18n/use-messages.ts'
import { EmptyState } from '@adtally/ui/states.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CursorList } from '../../../components/cursor-list.tsx'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { useMarkRead } from '../api/mark-read.ts'
import { type Notification, notificationsQuery } from '../api/notifications.ts'
import { NotificationRow } from '../components/notification-row.tsx'
import { NotificationSheet } from '../components/notification-sheet.tsx'

/** The page of a notification's subject; null if it has none. */
function targetOf({ subject_kind, subject_id, category }: Notification): string | null {
  switch (subject_kind) {
    case 'plan':
      return `/plan/detail?id=${encodeURIComponent(subject_id ?? '')}`
    case 'flow':
      return `/wallet?line=${encodeURIComponent(subject_id ?? '')}`
    case 'withdrawal':
    case 'hold':
      return '/wallet'
    case 'chat':
      return '/customer'
    case 'feedback':
      return '/ad-center/feedback'
    case 'announcement':
      return category === 'activity' ? '/ad-center/activities' : null
    case 'exchange_order':
      return '/wallet/foreign-exchange'
    case 'coupon':
      return '/ad-center/coupons'
    case 'follow':
    case 'follow_draft':
      return '/ad-center/operated'
    default:
      return null
  }
}

/** /notification: unread first; marks one or all as read; each opens its subject. */
export default function NotificationPage() {
  const t = useMessages('notification')
  const title = useMessages('titles')('notification.title')
  const navigate = useNavigate()
  const query = useInfiniteQuery(notificationsQuery())
  const markRead = useMarkRead()
  const content = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Notification | null>(null)
  const [first] = query.data?.pages ?? []
  const hasUnread = first?.items.some((one) => !one.read) ?? false

  const open = (notification: Notification) => {
    if (!notification.read) {
      markRead.mutate(
        { notification_id: notification.notification_id },
        { onError: () => showToast(t('markReadFailed'), 'negative') },
      )
    }
    const target = targetOf(notification)
    if (target) void navigate(target)
    else setShown(notification)
  }
  const readAll = () => {
    if (!first) return
    markRead.mutate(
      { watermark: first.watermark },
      {
        onSuccess: () => {
          showToast(t('allRead'), 'positive')
          // The button disappears with the last unread one, so move the focus here.
          content.current?.focus({ preventScroll: true })
        },
        onError: () => showToast(t('markAllReadFailed'), 'negative'),
      },
    )
  }

  return (
    <div ref={content} tabIndex={-1} className="flex flex-auto flex-col px-4 pb-8 outline-none">
      {hasUnread && (
        <div className="flex justify-end">
          <ConnectedButton
            block={false}
            variant="quiet"
            className="-me-4 pe-4 text-14!"
            busy={markRead.isPending}
            onClick={readAll}
          >
            {t('readAll')}
          </ConnectedButton>
        </div>
      )}
      <CursorList
        query={query}
        label={title}
        keyOf={(one) => one.notification_id}
        empty={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}
      >
        {(one) => <NotificationRow notification={one} onOpen={() => open(one)} />}
      </CursorList>
      {shown && (
        <Suspense>
          <NotificationSheet notification={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  )
}
