import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import { part } from '@adtally/ui/part.tsx'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Ref, Suspense, useState } from 'react'
import { CursorList } from '../../../components/cursor-list.tsx'
import { type FlowFilter, type FlowLine, fundFlowQuery } from '../api/fund-flow.ts'
import { FilterBar } from './flow/filter-bar.tsx'
import { FlowLineRow } from './flow/flow-line-row.tsx'

const FlowLineSheet = part(() => import('./flow/flow-line-sheet.tsx'))
const MonthSums = part(() => import('./flow/month-sums.tsx'))
const StatementSheet = part(() => import('./flow/statement-sheet.tsx'))

interface FundDetailsProps {
  currency: string
  filter: FlowFilter
  onFilter: (next: FlowFilter) => void
  /** The heading, to scroll to from a figure. */
  heading: Ref<HTMLHeadingElement>
}

function Heading({ heading, onExport }: Pick<FundDetailsProps, 'heading'> & { onExport: () => void }) {
  const t = useMessages('wallet')
  return (
    <div className="flex items-center justify-between gap-2">
      <h2
        id="wallet-fund-details"
        ref={heading}
        tabIndex={-1}
        className="scroll-mt-6 text-16 font-semibold outline-none"
      >
        {t('fundDetails')}
      </h2>
      <IconButton
        icon="download"
        label={t('statement.title')}
        trailing
        className="text-accent"
        aria-haspopup="dialog"
        onClick={onExport}
      />
    </div>
  )
}

/** Every movement of money, newest first, by month, type or wallet part; each opens its ledger entries. */
export function FundDetails({ currency, filter, onFilter, heading }: FundDetailsProps) {
  const t = useMessages('wallet')
  const { time } = useFormatters()
  const query = useInfiniteQuery(fundFlowQuery(filter))
  const [opened, setOpened] = useState<string | null>(null)
  const [exporting, setExporting] = useState(false)
  const monthOf = (line: FlowLine | undefined) => line && time(line.time, 'month')
  const isFiltered = Object.keys(filter).length > 0

  return (
    <Card aria-labelledby="wallet-fund-details" className="pb-1">
      <Heading heading={heading} onExport={() => setExporting(true)} />
      <FilterBar filter={filter} onFilter={onFilter} />
      {filter.month && (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <MonthSums month={filter.month} currency={currency} filter={filter} onFilter={onFilter} />
        </Suspense>
      )}
      <CursorList
        query={query}
        label={t('fundDetails')}
        keyOf={(line) => line.id}
        empty={
          <EmptyState
            title={isFiltered ? t('noMatch') : t('noFlow')}
            action={
              isFiltered && (
                <Button variant="quiet" onClick={() => onFilter({})}>
                  {t('showAll')}
                </Button>
              )
            }
          >
            {isFiltered ? undefined : t('noFlowText')}
          </EmptyState>
        }
      >
        {(line, previous) => (
          <>
            {monthOf(line) !== monthOf(previous) && (
              <h3 className="pt-4 text-12 font-medium text-muted first-letter:uppercase">{monthOf(line)}</h3>
            )}
            <FlowLineRow
              line={line}
              currency={currency}
              {...(filter.part ? { part: filter.part } : {})}
              onOpen={setOpened}
            />
          </>
        )}
      </CursorList>
      {exporting && (
        <Suspense>
          <StatementSheet month={filter.month} onClose={() => setExporting(false)} />
        </Suspense>
      )}
      {opened !== null && (
        <Suspense>
          <FlowLineSheet id={opened} currency={currency} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Card>
  )
}
