import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { TAKING_KEY, type Work } from './use-work.ts'

/** Who is at the piece of work of a page, and the way to take it, or to give it back. */
export function WorkBar({ work }: { work: Work }) {
  const t = useMessages('consoleActs.work')
  const format = useFormatters()
  const { holder, is_own, may_take, error } = work
  const says =
    holder === null
      ? t('free')
      : t(is_own ? 'own' : 'others', { name: holder.username, at: format.time(holder.until) })
  return (
    <div className="mb-4 max-w-160">
      <Banner tone={holder !== null && !is_own ? 'warning' : 'info'}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p role="status" className="min-w-0 flex-1">
            {says}
          </p>
          {is_own ? (
            <Button variant="secondary" onClick={work.giveBack}>
              {t('giveBack')}
            </Button>
          ) : (
            may_take && (
              <Button variant="secondary" aria-keyshortcuts={TAKING_KEY} onClick={work.take}>
                {t(holder === null ? 'take' : 'takeOver')}
              </Button>
            )
          )}
        </div>
        {error !== null && <p role="alert">{error}</p>}
      </Banner>
    </div>
  )
}
