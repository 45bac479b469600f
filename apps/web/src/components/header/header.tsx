import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { classNames } from '@adtally/ui/class-names.ts'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PageMeta } from '../../lib/page.ts'
import { session } from '../../lib/session/session.ts'
import { canGoBack, useBack } from '../use-back.ts'
import { useService } from '../use-service.ts'
import { HeaderButton } from './header-button.tsx'
import { LanguageSheet } from './language-sheet.tsx'
import { LogoutDialog } from './logout-dialog.tsx'
import { NotificationBell } from './notification-bell.tsx'

/** The shared header; the route's flags say which parts it shows (SPEC §2). */
export function Header({ meta }: { meta: PageMeta }) {
  const t = useMessages('shell')
  const title = useMessages('titles')(meta.title)
  const signedIn = useStore(session)
  const navigate = useNavigate()
  const goBack = useBack(meta)
  const openService = useService()
  const [open, setOpen] = useState<'language' | 'logout' | null>(null)
  const close = () => setOpen(null)

  return (
    <div className={classNames('contents', meta.whiteText && 'text-white')}>
      <div
        className={classNames(
          'sticky top-0 z-30 flex min-h-14 items-center px-1.5 pt-[env(safe-area-inset-top)]',
          !meta.transparentHeader && 'bg-canvas',
        )}
      >
        {canGoBack(meta) && <HeaderButton data-part="back" icon="back" label={t('back')} onClick={goBack} />}
        <span className="flex-auto" />
        {meta.showService !== false && (
          <HeaderButton data-part="service" icon="service" label={t('service')} onClick={openService} />
        )}
        {meta.showLangSwither !== false && (
          <HeaderButton
            data-part="language"
            icon="globe"
            label={t('language')}
            aria-haspopup="dialog"
            onClick={() => setOpen('language')}
          />
        )}
        {meta.showNotification !== false && signedIn && (
          <NotificationBell onOpen={() => navigate('/notification')} />
        )}
        {meta.showLogout !== false && signedIn?.user?.entry === 'register' && (
          <HeaderButton
            data-part="logout"
            icon="logout"
            label={t('logout')}
            aria-haspopup="dialog"
            onClick={() => setOpen('logout')}
          />
        )}
      </div>
      {meta.showTitle !== false && (
        <h1 data-part="title" className="px-4 pb-3 text-28 font-semibold text-balance low:pb-2 low:text-20">
          {title}
        </h1>
      )}
      <Suspense>
        {open === 'language' && <LanguageSheet onClose={close} />}
        {open === 'logout' && <LogoutDialog onClose={close} />}
      </Suspense>
    </div>
  )
}
