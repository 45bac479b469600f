import type { OutputOf } from '@adtally/contract/call.ts'
import type { transactionFlowMonth } from '@adtally/contract/money/statements.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount, type Certainty } from '@adtally/ui/amount.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../../components/loaded.tsx'
import { type FlowFilter, flowMonthQuery } from '../../api/fund-flow.ts'
import { certaintyOfPart } from './flow-certainty.ts'
import { useMonthName } from './use-month-name.ts'

const ROW = 'rounded-none! border-b border-line last:border-0'

type Sums = OutputOf<typeof transactionFlowMonth>['opening']

interface MonthSumsProps {
  month: string
  currency: string
  filter: FlowFilter
  /** Shows the lines that a sum is made of. */
  onFilter: (next: FlowFilter) => void
}

/** The parts beside the total: what moved between them alone is told by the first that it changed. */
const PARTS = ['available', 'startup', 'discount', 'pending_spend', 'on_hold'] as const

const isSome = (amount: string) => /[1-9]/.test(amount)

/** A month from opening to closing balance: what each type changed, each sum opening its lines. */
export default function MonthSums({ month, currency, filter, onFilter }: MonthSumsProps) {
  const t = useMessages('wallet')
  const monthName = useMonthName()
  const query = useQuery(flowMonthQuery(month))
  const money = (value: string, sign = false, certainty: Certainty = 'booked', look = 'row-amount') => (
    <Amount
      className={look}
      value={value}
      currency={currency}
      certainty={certainty}
      {...(sign ? { sign: 'always' as const, toned: certainty !== 'promotional' } : {})}
    />
  )
  // Only totals add up to the closing balance; of what left it as it was, a part says how much it was.
  const movedWithin = (sums: Sums) => {
    const part = PARTS.find((each) => isSome(sums[each]))
    return (
      part && (
        <>
          {t(`parts.${part}`)} {money(sums[part], true, certaintyOfPart(part), '')}
        </>
      )
    )
  }
  return (
    <section aria-label={t('changes', { month: monthName(month) })} className="border-b border-line pb-2">
      <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
        {({ opening, closing, types, running, as_of }) => (
          <>
            <ListRow title={t('opening')} trailing={money(opening.total)} className={ROW} />
            {types.map(({ type, sums }) => (
              <ListRow
                key={type}
                title={t(`flowTypes.${type}`)}
                selected={filter.type === type}
                onClick={() => onFilter({ ...filter, type })}
                className={ROW}
                detail={isSome(sums.total) ? undefined : movedWithin(sums)}
                trailing={money(sums.total, isSome(sums.total))}
              />
            ))}
            <ListRow
              title={<span className="font-medium">{t('closing')}</span>}
              className={ROW}
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
      <span className="block">{t('running')}</span>
      <span className="block text-12">{t('asOf', { time: time(as_of) })}</span>
    </>
  )
}
