import { exactDecimals } from '@adtally/i18n/format-money.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { CERTAINTY_CLASS } from '@adtally/ui/amount.tsx'
import { classNames } from '@adtally/ui/class-names.ts'
import { EmptyState, SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Sheet } from '../../../components/header/lazy-dialogs.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { type PlanDays, planDaysQuery } from '../api/plans.ts'

const COUNTS = ['impressions', 'viewable', 'clicks', 'conversions', 'invalid_events'] as const
const FILM_COUNTS = [
  'impressions',
  'video_25',
  'video_50',
  'video_75',
  'video_100',
  'skipped',
  'failed',
] as const

/** A row: a day's figures, or their total. */
type Row = PlanDays['total']

/** The plan's days, newest first, with their total; to the micro-unit, so that they can be added by hand. */
export default function DaysSheet({ plan_id, onClose }: { plan_id: string; onClose: () => void }) {
  const t = useMessages('planResult')
  const query = useQuery(planDaysQuery(plan_id))
  return (
    <Sheet open onClose={onClose} title={t('days.title')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={4} />}>
        {(days) =>
          days.days.length === 0 ? <EmptyState title={t('days.none')} /> : <DaysTable days={days} />
        }
      </Loaded>
    </Sheet>
  )
}

/** A column: its name, a row's value, and how certain that is. */
interface Column {
  name: string
  read: (row: Row) => string
  look: string
}

/** The columns of a day; the promotional part and those of films only if there are any. */
function useColumns({ days, total, estimated }: PlanDays): Column[] {
  const t = useMessages('planResult')
  const plan = useMessages('plan')
  const format = useFormatters()
  const decimals = exactDecimals(
    ...[total, ...days].flatMap(({ spend, promotional, revenue }) => [spend, promotional, revenue]),
  )
  const money = (amount: string) => format.amount(amount, { decimals })
  const can_change = estimated ? CERTAINTY_CLASS.estimated : ''
  const promotional = {
    name: t('days.promotional'),
    read: (row: Row) => money(row.promotional),
    look: CERTAINTY_CLASS.promotional,
  }
  return [
    { name: plan('spend'), read: (row) => money(row.spend), look: '' },
    ...(isPromoted(total) ? [promotional] : []),
    { name: plan('revenue'), read: (row) => money(row.revenue), look: can_change },
    { name: t('days.result'), read: (row) => money(row.result), look: can_change },
    ...COUNTS.map((count) => ({
      name: plan(`counts.${count}`),
      read: (row: Row) => format.number(row[count]),
      look: '',
    })),
    ...(total.film ? FILM_COUNTS : []).map((count) => ({
      name: t(`seen.filmCounts.${count}`),
      read: ({ film }: Row) => (film ? format.number(film[count]) : '–'),
      look: '',
    })),
  ]
}

function isPromoted({ promotional }: Row): boolean {
  return /[1-9]/.test(promotional)
}

function DaysTable({ days: shown }: { days: PlanDays }) {
  const t = useMessages('planResult')
  const format = useFormatters()
  const currency = useCurrency()
  const columns = useColumns(shown)
  const { days, total, estimated } = shown
  const cells = (row: Row) =>
    columns.map(({ name, read, look }) => (
      <td key={name} className="py-2 pl-3 text-right whitespace-nowrap">
        <span className={look}>{read(row)}</span>
      </td>
    ))
  const dayHead = 'sticky left-0 bg-surface py-2 pr-2 text-left whitespace-nowrap'
  return (
    <>
      <section
        aria-label={t('days.title')}
        // Focusable, so that a table wider than the sheet can be scrolled by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className="overflow-x-auto rounded-control focus-visible:-outline-offset-2"
      >
        <table className="w-full text-14">
          <thead>
            <tr className="align-bottom text-12 text-muted">
              <th scope="col" className={classNames(dayHead, 'font-normal')}>
                {t('days.day')}
              </th>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className="py-2 pl-3 text-right font-normal whitespace-nowrap">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day} className="border-t border-line">
                <th scope="row" className={classNames(dayHead, 'font-normal')}>
                  {format.time(new Date(`${day.day}T12:00:00`), 'date')}
                </th>
                {cells(day)}
              </tr>
            ))}
            <tr className="border-t border-edge font-semibold">
              <th scope="row" className={classNames(dayHead, 'font-semibold')}>
                {t('days.total')}
              </th>
              {cells(total)}
            </tr>
          </tbody>
        </table>
      </section>
      <p className="pt-3 text-12 text-muted">
        {t('days.note', { currency })}
        {estimated && <> {t('days.estimated')}</>}
        {isPromoted(total) && <> {t('days.promotionalNote')}</>}
      </p>
    </>
  )
}
