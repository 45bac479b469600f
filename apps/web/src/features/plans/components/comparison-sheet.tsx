import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { FailedState, Loading, Skeleton } from '@adtally/ui/states.tsx'
import { useQueries } from '@tanstack/react-query'
import { Sheet } from '../../../components/lazy-dialogs.tsx'
import { isGone } from '../../../lib/is-gone.ts'
import { productQuery } from '../api/products.ts'
import { ComparisonTable } from './comparison-table.tsx'

interface ComparisonSheetProps {
  product_ids: readonly string[]
  onClose: () => void
}

/** Chosen products side by side, and where their figures come from. */
export default function ComparisonSheet({ product_ids, onClose }: ComparisonSheetProps) {
  const t = useMessages('plan')
  return (
    <Sheet open onClose={onClose} title={t('compare.title')}>
      <Comparison product_ids={product_ids} />
    </Sheet>
  )
}

function Comparison({ product_ids }: { product_ids: readonly string[] }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const queries = useQueries({ queries: product_ids.map((product_id) => productQuery(product_id)) })
  const gone = queries.filter(({ data, error }) => data === undefined && isGone(error))
  const awaited = queries.filter((query) => query.data === undefined && !gone.includes(query))
  const failed = awaited.filter(({ isError, fetchStatus }) => isError || fetchStatus === 'paused')
  if (failed.length > 0)
    return <FailedState onReload={() => Promise.all(failed.map(({ refetch }) => refetch()))} />
  if (awaited.length > 0)
    return (
      <Loading className="gap-3">
        <Skeleton className="h-12" />
        <Skeleton className="h-96" />
      </Loading>
    )
  const products = queries.flatMap(({ data }) => data ?? [])
  const [record] = products.map(({ loss_record }) => loss_record)
  return (
    <>
      {gone.length > 0 && <p className="pb-3 text-14">{t('productGone')}</p>}
      {record && (
        <ComparisonTable products={products}>
          <p className="text-12 text-muted">
            {t('compare.period', {
              since: format.time(record.since, 'date'),
              until: format.time(record.as_of, 'date'),
            })}
          </p>
          <p className="text-14">{t('why.past')}</p>
        </ComparisonTable>
      )}
    </>
  )
}
