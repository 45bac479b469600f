import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { TermList } from '../../../components/term-list.tsx'
import { useCurrency } from '../../../lib/use-currency.ts'
import { usePercent } from '../../../lib/use-percent.ts'
import type { Level } from '../api/level.ts'

/** What VIP costs, what it brings, and from where on it brings more than it costs (PRODUCT §12). */
export function VipCard({ vip }: { vip: Level['vip'] }) {
  const t = useMessages('level')
  const { money } = useFormatters()
  const percent = usePercent()
  const currency = useCurrency()
  const rebate_percent = Math.max(0, vip.fee_percent - vip.vip_fee_percent)
  return (
    <Card aria-labelledby="level-vip" className="flex flex-col gap-2 pb-2">
      <h2 id="level-vip" className="text-16 font-semibold">
        {t('vip')}
      </h2>
      <p className="text-14">
        {t('vipTerms', {
          fee: percent(String(vip.fee_percent)),
          vip_fee: percent(String(vip.vip_fee_percent)),
          rebate: percent(String(rebate_percent)),
        })}
      </p>
      <TermList
        terms={[
          { label: t('vipPrice'), value: <Amount value={vip.price} currency={currency} /> },
          {
            label: t('vipBreakEven'),
            value:
              vip.break_even_spend === null ? (
                t('vipNever')
              ) : (
                <Amount value={vip.break_even_spend} currency={currency} />
              ),
            ...(vip.break_even_spend !== null && { note: t('vipBreakEvenNote') }),
          },
          {
            label: t('vipOwn'),
            value: <Amount value={vip.own_cash_spend} currency={currency} />,
            note: t('vipOwnNote', { rebate: money(vip.own_rebate, currency) }),
          },
        ]}
      />
      <p className="pb-2 text-14 text-muted">{t('vipNotYet')}</p>
    </Card>
  )
}
