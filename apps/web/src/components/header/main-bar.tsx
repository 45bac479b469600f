import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Icon } from '@adtally/ui/icons/icon.tsx'
import type { IconName } from '@adtally/ui/icons/icon-paths.ts'
import { Link, useLocation } from 'react-router'
import { useBottomBar } from '../use-bottom-bar.ts'

// Fixed size: four labels share 320 px and may not break (so two are shorter than their pages' names).
const ITEM =
  'flex h-full flex-col items-center justify-center gap-0.5 rounded-control py-0.5 text-center text-[0.6875rem] leading-tight text-muted -outline-offset-2 aria-[current=page]:font-medium aria-[current=page]:text-accent lying:flex-row lying:gap-2'

const HEIGHT =
  'h-[calc(3.5rem+1px+env(safe-area-inset-bottom))] lying:h-[calc(2.75rem+1px+env(safe-area-inset-bottom))]'

/** Tasks of main pages, by their query parameter: withdrawing, and comparing products. */
const TASKS = ['withdraw', 'compare'] as const

/** Links to the four main pages; everything else is one tap further (DESIGN). Hidden in a task with its own bar. */
export function MainBar() {
  const { pathname, search } = useLocation()
  const address = new URLSearchParams(search)
  return TASKS.some((task) => address.has(task)) ? null : <Bar pathname={pathname} />
}

function Bar({ pathname }: { pathname: string }) {
  const t = useMessages('titles')
  const shell = useMessages('shell')
  const bar = useBottomBar<HTMLUListElement>()
  const pages: { to: string; icon: IconName; text: string }[] = [
    { to: '/ad-center', icon: 'home', text: shell('barAdCenter') },
    { to: '/plan', icon: 'chart', text: t('plan.title') },
    { to: '/wallet', icon: 'wallet', text: t('wallet.title') },
    { to: '/customer', icon: 'service', text: shell('barService') },
  ]
  return (
    // Reserves the room at the page's end that the fixed bar does not take. Fixed rather than sticky, because axe
    // counts content under a sticky bar as covered for good.
    <nav aria-label={shell('mainPages')} className={`shrink-0 ${HEIGHT}`}>
      <ul
        ref={bar}
        className={`column fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] ${HEIGHT}`}
      >
        {pages.map(({ to, icon, text }) => (
          <li key={to} className="min-w-0 flex-1">
            <Link to={to} aria-current={to === pathname ? 'page' : undefined} className={ITEM}>
              <Icon name={icon} size={22} color="currentColor" />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
