import { COUPON_TABS, type CouponTab } from '@adtally/contract/money/coupons.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { EmptyState } from '@adtally/ui/states.tsx'
import { Tabs } from '@adtally/ui/tabs.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { CursorList } from '../../../components/cursor-list.tsx'
import { couponsQuery } from '../api/coupons.ts'
import { CouponTicket } from '../components/coupon-ticket.tsx'
import { TicketsSkeleton } from '../components/tickets-skeleton.tsx'

/** /ad-center/coupons: unused, used and expired coupons; the address holds the tab. */
export default function CouponsPage() {
  const t = useMessages('coupons')
  const title = useMessages('titles')('adCenter.couponsTitle')
  const [search, setSearch] = useSearchParams()
  const tab = COUPON_TABS.find((each) => each === search.get('tab')) ?? 'unused'
  return (
    <div className="flex flex-auto flex-col px-4 pb-10">
      <Tabs
        label={title}
        tabs={COUPON_TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        value={tab}
        onChange={(next) => setSearch(next === 'unused' ? {} : { tab: next }, { replace: true })}
      >
        <CouponsIn key={tab} tab={tab} />
      </Tabs>
    </div>
  )
}

function CouponsIn({ tab }: { tab: CouponTab }) {
  const t = useMessages('coupons')
  const query = useInfiniteQuery(couponsQuery(tab))
  const has_some = query.data?.pages.some(({ items }) => items.length > 0) ?? false
  return (
    <div className="flex flex-col gap-3 pt-4">
      <CursorList
        look="cards"
        query={query}
        label={t(`tabs.${tab}`)}
        keyOf={(coupon) => coupon.coupon_id}
        skeleton={<TicketsSkeleton />}
        empty={
          <EmptyState
            title={t(`empty.${tab}`)}
            action={
              tab === 'unused' && (
                <Link
                  to="/ad-center/activities"
                  className="flex min-h-11 items-center px-3 text-16 font-medium text-accent"
                >
                  {t('toActivities')}
                </Link>
              )
            }
          >
            {t(`empty.${tab}Text`)}
          </EmptyState>
        }
      >
        {(coupon) => <CouponTicket coupon={coupon} />}
      </CursorList>
      {tab === 'unused' && has_some && (
        <div className="flex flex-col gap-1 text-12 text-muted">
          <p>{t('promotional')}</p>
          <p>{t('sameName')}</p>
        </div>
      )}
    </div>
  )
}
