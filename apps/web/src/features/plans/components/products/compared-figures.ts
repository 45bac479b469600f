import type { ProductSort } from '@adtally/contract/enums.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useLossLine } from '../../../../components/charts/loss-line.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import { usePercent } from '../../../../lib/figures/use-percent.ts'
import type { ProductCard } from '../../api/products.ts'
import { shareOf } from '../plan/result-reason.ts'

/** The parts of a product that its compared figures come from. */
export type Compared = Pick<ProductCard, 'payout' | 'loss_record' | 'settled' | 'capacity_conversions'>

export interface ComparedValue {
  text: string
  /** What the value counts, below it. */
  note?: string
  /** Whose figures stand in for the product's own, below that. */
  stand_in?: string
  /** Whether the text replaces a missing figure. */
  is_missing?: boolean
}

/** A row of the comparison. */
export interface ComparedFigure {
  name: Exclude<ProductSort, 'newest'>
  label: string
  note?: string
  read: (product: Compared) => ComparedValue
}

/** The six figures that products are compared by, in the current language; a missing one says so. */
export function useComparedFigures(): ComparedFigure[] {
  const t = useMessages('plan')
  const format = useFormatters()
  const currency = useCurrency()
  const lossLine = useLossLine()
  const percent = usePercent()
  const money = (amount: string): ComparedValue => ({ text: format.money(amount, currency) })
  /** A figure of settled plans, or what it lacks if they have none. */
  const settled = <Figure>(
    { settled_plans }: Compared['settled'],
    figure: Figure | null,
    lacking: string,
    write: (figure: Figure) => ComparedValue,
  ): ComparedValue => {
    if (figure !== null) return write(figure)
    return { text: settled_plans === 0 ? t('compare.noSettled') : lacking, is_missing: true }
  }
  return [
    { name: 'payout', label: t('payout'), read: ({ payout }) => money(payout) },
    {
      name: 'price',
      label: t('compare.price'),
      note: t('why.costPerThousand'),
      read: ({ settled: of }) => settled(of, of.cost_per_thousand, t('noPlacement'), money),
    },
    {
      name: 'conversion_rate',
      label: t('why.conversionRate'),
      read: ({ settled: of }) =>
        settled(of, shareOf(of.conversions, of.clicks), t('compare.noClicks'), (share) => ({
          text: format.rate(share),
        })),
    },
    {
      name: 'cost_per_conversion',
      label: t('why.costPerConversion'),
      read: ({ settled: of }) => settled(of, of.cost_per_conversion, t('noConversions'), money),
    },
    {
      name: 'record',
      label: t('record.title'),
      read: ({ loss_record }) => {
        const { basis, losing_plans_percent } = loss_record
        const line = lossLine(loss_record)
        if (losing_plans_percent === null) return { text: line, is_missing: true }
        const value = { text: percent(losing_plans_percent), note: line }
        return basis === 'product' ? value : { ...value, stand_in: t(`record.standIn.${basis}`) }
      },
    },
    {
      name: 'capacity',
      label: t('compare.capacity'),
      note: t('compare.capacityNote'),
      read: ({ capacity_conversions }) => ({ text: t('capConversions', { count: capacity_conversions }) }),
    },
  ]
}
