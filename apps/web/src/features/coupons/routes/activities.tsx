import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CursorList } from '../../../components/cursor-list.tsx'
import { type Announcement, activitiesQuery, activityNewsQuery } from '../api/activities.ts'
import { ActivityTicket } from '../components/activity-ticket.tsx'
import { StartupCard } from '../components/startup-card.tsx'
import { TicketsSkeleton } from '../components/tickets-skeleton.tsx'

/** /ad-center/activities: coupons to claim (the newcomer's first), startup funds, other announcements. */
export default function ActivitiesPage() {
  const t = useMessages('coupons')
  const activities = useInfiniteQuery(activitiesQuery())
  const news = useInfiniteQuery(activityNewsQuery())
  return (
    <div className="flex flex-col gap-4 px-4 pb-10">
      <p className="text-14 text-muted">{t('activities.intro')}</p>
      <CursorList
        look="cards"
        query={activities}
        label={t('activities.list')}
        keyOf={(activity) => activity.activity_id}
        skeleton={<TicketsSkeleton />}
        empty={<EmptyState title={t('activities.empty')}>{t('activities.emptyText')}</EmptyState>}
      >
        {(activity) => <ActivityTicket activity={activity} />}
      </CursorList>
      <StartupCard />
      <h2 className="pt-2 text-20 font-semibold">{t('activities.news')}</h2>
      <CursorList
        look="cards"
        query={news}
        label={t('activities.news')}
        keyOf={(announcement) => announcement.announcement_id}
        empty={<p className="text-14 text-muted">{t('activities.noNews')}</p>}
      >
        {(announcement) => <NewsCard announcement={announcement} />}
      </CursorList>
    </div>
  )
}

function NewsCard({ announcement }: { announcement: Announcement }) {
  const t = useMessages('coupons')
  const ui = useMessages('ui')
  const { time } = useFormatters()
  const { title, content, language, published_at, ends_at } = announcement
  return (
    <Card className="flex flex-col gap-1">
      <h3 lang={language} className="text-16 font-medium wrap-anywhere">
        {title}
      </h3>
      <p lang={language} className="text-14 wrap-anywhere whitespace-pre-wrap">
        {content}
      </p>
      <p className="text-12 text-muted">
        {t('activities.published', { at: time(published_at) })}
        {ends_at && ui('separator') + t('activities.ends', { at: time(ends_at) })}
      </p>
    </Card>
  )
}
