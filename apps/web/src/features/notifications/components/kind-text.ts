import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { Notification } from '../api/notifications.ts'

/** What a notification is about, in a word or two: the account, the system, or an activity to take part in. */
export function useKindText(): (of: Pick<Notification, 'category' | 'subject_kind'>) => string {
  const t = useMessages('notification')
  const titles = useMessages('titles')
  // One category holds the news of one's account and, as announcements, promotions.
  return ({ category, subject_kind }) =>
    category === 'activity' && subject_kind === 'announcement'
      ? titles('activities.title')
      : t(`categories.${category}`)
}
