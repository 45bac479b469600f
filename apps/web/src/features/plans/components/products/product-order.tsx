import { PRODUCT_SORTS, type ProductSort } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { FilterChip } from '@adtally/ui/chip.tsx'
import { useSentenceGap } from '../../../../lib/sentence-gap.ts'
import { COMPARE_ID, type Comparing } from './comparing.ts'
import { SortChoice } from './sort-choice.tsx'

interface ProductOrderProps {
  sort: ProductSort
  onSort: (sort: ProductSort | undefined) => void
  comparing: Comparing | null
  onCompare: () => void
}

/** The products' order with a note on it, and the button to compare. */
export function ProductOrder({ sort, onSort, comparing, onCompare }: ProductOrderProps) {
  const t = useMessages('plan')
  const note = useSortNote(sort)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <SortChoice
          sorts={PRODUCT_SORTS.map((each) => ({ value: each, label: t(`productSorts.${each}`) }))}
          value={sort}
          onChange={onSort}
        />
        <FilterChip
          id={COMPARE_ID}
          selected={comparing !== null}
          onClick={comparing ? comparing.end : onCompare}
        >
          {t('compare.title')}
        </FilterChip>
      </div>
      {note && <p className="pb-1 text-12 text-muted">{note}</p>}
    </>
  )
}

/** What an order is based on, if its name does not say; past figures are no forecast. */
function useSortNote(sort: ProductSort): string | null {
  const t = useMessages('plan')
  const gap = useSentenceGap()
  switch (sort) {
    case 'newest':
    case 'payout':
      return null
    case 'price':
    case 'conversion_rate':
    case 'cost_per_conversion':
      return `${t('sortNotes.settled')}${gap}${t('why.past')}`
    case 'record':
      return `${t('sortNotes.record')}${gap}${t('why.past')}`
    case 'capacity':
      return t('compare.capacityNote')
  }
}
