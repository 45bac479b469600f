import { PRODUCT_TYPES } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { FilterChip } from '@adtally/ui/chip.tsx'
import { SearchField } from '../../../../components/fields/search-field.tsx'
import type { ProductFilter } from '../../api/products.ts'

interface ProductFiltersProps {
  filter: ProductFilter
  onChange: (name: 'search' | 'type' | 'push', value: string | undefined) => void
}

/** Filters products by search, type and kind of placements. */
export function ProductFilters({ filter, onChange: change }: ProductFiltersProps) {
  const t = useMessages('plan')
  return (
    <>
      <SearchField
        label={t('searchProducts')}
        value={filter.search ?? ''}
        onSearch={(words) => change('search', words)}
      />
      <fieldset aria-label={t('type')} className="flex flex-wrap gap-x-2">
        <FilterChip selected={filter.type === undefined} onClick={() => change('type', undefined)}>
          {t('allTypes')}
        </FilterChip>
        {PRODUCT_TYPES.map((type) => (
          <FilterChip key={type} selected={filter.type === type} onClick={() => change('type', type)}>
            {t(`types.${type}`)}
          </FilterChip>
        ))}
        <FilterChip
          selected={filter.push === 'official'}
          onClick={() => change('push', filter.push === 'official' ? undefined : 'official')}
        >
          {t('officialOnly')}
        </FilterChip>
      </fieldset>
    </>
  )
}
