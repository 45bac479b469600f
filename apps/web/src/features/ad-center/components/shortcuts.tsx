import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import type { IconName } from '@adtally/ui/icons/icon-paths.ts'
import { Link } from 'react-router'

const TILE =
  'flex min-h-14 items-center gap-2 rounded-card border border-line bg-surface px-2.5 py-3 text-left text-14 font-medium hyphens-auto'

const LINKS = [
  { key: 'activities', to: '/ad-center/activities', icon: 'gift' },
  { key: 'coupons', to: '/ad-center/coupons', icon: 'coupon' },
  { key: 'follow', to: '/ad-center/operated', icon: 'follow' },
  { key: 'level', to: '/ad-center/level', icon: 'star' },
  { key: 'notifications', to: '/notification', icon: 'bell' },
  { key: 'contract', to: '/ad-center/contract', icon: 'receipt' },
  { key: 'feedback', to: '/ad-center/feedback', icon: 'feedback' },
  { key: 'faq', to: '/ad-center/ques-detail', icon: 'question' },
  { key: 'rules', to: '/ad-center/ques-detail?view=rules', icon: 'rules' },
] as const satisfies readonly { key: string; to: string; icon: IconName }[]

/** Links to the app's main tasks, placing a plan first. */
export function Shortcuts() {
  const t = useMessages('adCenter')
  return (
    <nav
      aria-label={t('shortcuts')}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(10rem,9rem*var(--text-scale,1))),1fr))] gap-3"
    >
      <Link
        to="/plan"
        className="col-span-full flex min-h-12 items-center justify-center gap-2 rounded-control bg-accent px-5 py-2.5 text-16 font-medium text-on-accent hover:opacity-90"
      >
        <Icon name="plus" size={20} color="currentColor" />
        {t('placePlan')}
      </Link>
      {LINKS.map(({ key, to, icon }) => (
        <Link key={key} to={to} className={TILE}>
          <Icon name={icon} size={20} color="var(--color-accent)" />
          {t(`links.${key}`)}
        </Link>
      ))}
    </nav>
  )
}
