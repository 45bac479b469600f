import { auditHead } from '@adtally/contract/audit.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Card } from '@adtally/ui/card.tsx'
import { Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '../../../components/fields/copy-button.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { TermList } from '../../../components/words/term-list.tsx'
import { callQuery } from '../../../lib/call-query.ts'

/** The log's current head, to note down. */
export function LogHead() {
  const t = useMessages('verify')
  const { number, time } = useFormatters()
  const query = useQuery(callQuery(auditHead, {}))
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="text-16 font-semibold">{t('head')}</h2>
      <p className="text-14 text-muted">{t('headMeaning')}</p>
      <Loaded query={query} skeleton={<Skeleton className="h-44 w-full" />}>
        {({ height, hash, entry_at, as_of }) => (
          <>
            <TermList
              terms={[
                { label: t('height'), value: number(height) },
                {
                  label: t('lastEntry'),
                  value: entry_at === null ? t('noEntry') : time(entry_at, 'date-time'),
                },
                { label: t('asOf'), value: time(as_of, 'date-time') },
              ]}
            />
            <div className="flex items-center gap-2">
              <code className="min-w-0 flex-auto text-14 break-all">{`${height}:${hash}`}</code>
              <CopyButton text={`${height}:${hash}`} label={t('head')} trailing />
            </div>
          </>
        )}
      </Loaded>
    </Card>
  )
}
