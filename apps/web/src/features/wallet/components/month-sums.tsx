import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../components/loaded.tsx'
import { exactDecimals } from '../../../lib/exact-decimals.ts'
import { type FlowFilter, flowMonthQuery } from '../api/fund-flow.ts'
import { useMonthName } from './use-month-name.ts'

interface MonthSumsProps {
  month: string
  currency: string
  filter: FlowFilter
  /** Shows the lines that a sum is made of. */
  onFilter: (next: FlowFilter) => void
}

/** The wallet parts of which a type is told, the first that it changed. */
const PARTS = ['total', 'available', 'startup', 'discount', 'pending_spend', 'on_hold'] as const

/** A month from opening to closing balance: what each type changed, each sum opening its lines. */
export default function MonthSums({ month, currency, filter, onFilter }: MonthSumsProps) {
  const t = useMessages('wallet')
  const monthName = useMonthName()
  const query = useQuery(flowMonthQuery(month))
  const money = (value: string, sign = false) => (
    <Amount
      value={value}
      currency={currency}
      decimals={exactDecimals(value)}
      {...(sign ? { sign: 'always' as const, toned: true } : {})}
    />
  )
  return (
    <section aria-label={t('changes', { month: monthName(month) })} className="border-b border-line pb-2">
      <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
        {({ opening, closing, types, running, as_of }) => (
          <>
            <ListRow title={t('opening')} trailing={money(opening.total)} />
            {types.map(({ type, sums }) => (
              <ListRow
                key={type}
                title={t(`flowTypes.${type}`)}
                selected={filter.type === type}
                onClick={() => onFilter({ ...filter, type })}
                trailing={money(
                  PARTS.map((part) => sums[part]).find((sum) => /[1-9]/.test(sum)) ?? '0.00',
                  true,
                )}
              />
            ))}
            <ListRow
              title={<span className="font-medium">{t('closing')}</span>}
              detail={running ? <Running as_of={as_of} /> : undefined}
              trailing={money(closing.total)}
            />
          </>
        )}
      </Loaded>
    </section>
  )
}

function Running({ as_of }: { as_of: string }) {
  const t = useMessages('wallet')
  const { time } = useFormatters()
  return (
    <>
      {t('running')} {t('asOf', { time: time(as_of) })}
    </>
  )
}
