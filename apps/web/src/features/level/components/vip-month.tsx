import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { EndableTerms } from '../../../components/words/endable-terms.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { useCancelVip, type VipMonth } from '../api/vip.ts'

/** The running month: its end, what it has brought, and how to cancel it. */
export function RunningMonth({ month }: { month: VipMonth }) {
  const t = useMessages('level')
  const { money, time } = useFormatters()
  const currency = useCurrency()
  const cancel = useCancelVip()
  return (
    <>
      <p className="text-16 font-semibold">{t('vipRunning', { until: time(month.ends_at) })}</p>
      <EndableTerms
        terms={[
          {
            label: t('vipBrought'),
            value: <Amount value={month.rebate} currency={currency} />,
            note: t('vipBroughtNote', {
              plans: month.plans,
              spend: money(month.cash_spend, currency, { decimals: 'all' }),
            }),
          },
          { label: t('vipPaid'), value: <Amount value={month.price} currency={currency} /> },
        ]}
        end={{
          action: t('vipCancel'),
          question: t('vipCancelQuestion'),
          meaning: t('vipCancelText', {
            refund: money(month.refund ?? '0.00', currency, { decimals: 'all' }),
            rebate: money(month.rebate, currency, { decimals: 'all' }),
          }),
          confirm: t('vipCancel'),
          stay: t('vipKeep'),
        }}
        busy={cancel.isPending}
        onEnd={(onSettled) =>
          cancel.mutate(month.vip_id, {
            onSuccess: ({ refund }) =>
              showToast(
                t('vipCancelled', { refund: money(refund ?? '0.00', currency, { decimals: 'all' }) }),
                'positive',
              ),
            onSettled,
          })
        }
      />
    </>
  )
}

/** Earlier months and their results. */
export function PastMonths({ months }: { months: readonly VipMonth[] }) {
  const t = useMessages('level')
  const { money, time } = useFormatters()
  const currency = useCurrency()
  if (months.length === 0) return null
  return (
    <section aria-labelledby="level-vip-past" className="flex flex-col">
      <h3 id="level-vip-past" className="pt-2 text-14 font-medium">
        {t('vipPast')}
      </h3>
      <ul className="flex flex-col divide-y divide-line">
        {months.map((month) => (
          <li key={month.vip_id} className="flex flex-col gap-0.5 py-2.5 text-14">
            <span>
              {t('vipPeriod', {
                from: time(month.opened_at, 'date'),
                until: time(month.ended_at ?? month.ends_at, 'date'),
              })}
            </span>
            <span className="text-12 text-muted">
              {t('vipCame', {
                price: money(month.price, currency),
                rebate: money(month.rebate, currency, { decimals: 'all' }),
              })}
              {month.state === 'cancelled' && (
                <>
                  {' '}
                  {t('vipReturned', { refund: money(month.refund ?? '0.00', currency, { decimals: 'all' }) })}
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
