import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Loading, Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'
import { Loaded } from '../../../../components/loaded.tsx'
import { comparedQuery } from '../../api/products.ts'
import { ComparisonTable } from './comparison-table.tsx'

interface ComparisonSheetProps {
  product_ids: readonly string[]
  onClose: () => void
}

/** The chosen products side by side, and the source of their figures. */
export default function ComparisonSheet({ product_ids, onClose }: ComparisonSheetProps) {
  const t = useMessages('plan')
  const format = useFormatters()
  const query = useQuery(comparedQuery(product_ids))
  return (
    <Sheet open onClose={onClose} title={t('compare.title')}>
      <Loaded query={query} skeleton={<ComparisonSkeleton />}>
        {(products) => (
          <>
            {products.length < product_ids.length && <p className="pb-3 text-14">{t('productGone')}</p>}
            {products[0] && (
              <ComparisonTable products={products}>
                <p className="text-12 text-muted">
                  {t('compare.period', {
                    since: format.time(products[0].loss_record.since, 'date'),
                    until: format.time(products[0].loss_record.as_of, 'date'),
                  })}
                </p>
                <p className="text-14">{t('why.past')}</p>
              </ComparisonTable>
            )}
          </>
        )}
      </Loaded>
    </Sheet>
  )
}

function ComparisonSkeleton() {
  return (
    <Loading className="gap-3">
      <Skeleton className="h-12" />
      <Skeleton className="h-96" />
    </Loading>
  )
}
