import { useStore } from '@adtally/client/store.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { page_is_older, reloading } from '../lib/page-build.ts'

/** Says that the program serves a newer build of this page, where it does. */
export function OlderPage() {
  const t = useMessages('consoleShell')
  const is_older = useStore(page_is_older)
  if (!is_older) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 bg-accent-soft px-4 text-14"
    >
      {t('older')}
      <Button variant="quiet" className="px-2 text-14" onClick={() => reloading.now()}>
        {t('reload')}
      </Button>
    </div>
  )
}
