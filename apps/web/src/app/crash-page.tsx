import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'

/** A page that failed to load or to draw; loading again also fetches a chunk that a new version replaced. */
export function CrashPage() {
  const t = useMessages('shell')
  return (
    <div className="column screen-height flex items-center justify-center">
      <EmptyState
        title={t('crash')}
        action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
      >
        {t('crashMeaning')}
      </EmptyState>
    </div>
  )
}
