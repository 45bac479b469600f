import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Banner } from '@adtally/ui/banner.tsx'
import { showToast } from '@adtally/ui/toast-store.ts'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { Sheet } from '../../../components/header/lazy-dialogs.tsx'
import { TermList } from '../../../components/words/term-list.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { usePercent } from '../../../lib/figures/use-percent.ts'
import type { Level } from '../api/level.ts'
import { useOpenVip } from '../api/vip.ts'

/** What a month of VIP costs, brings and may not bring, then the button that opens it. */
export default function VipSheet({ vip, onClose }: { vip: Level['vip']; onClose: () => void }) {
  const t = useMessages('level')
  const { money, time } = useFormatters()
  const percent = usePercent()
  const currency = useCurrency()
  const open = useOpenVip()
  const { price, fee_percent, vip_fee_percent, break_even_spend } = vip
  const confirm = () =>
    open.mutate(
      { price, vip_fee_percent },
      {
        onSuccess: ({ ends_at }) => {
          showToast(t('vipRunning', { until: time(ends_at) }), 'positive')
          onClose()
        },
      },
    )
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('vipMonth')}
      footer={
        <ConnectedButton busy={open.isPending} onClick={confirm}>
          {t('vipOpen', { price: money(price, currency) })}
        </ConnectedButton>
      }
    >
      <div className="flex flex-col gap-4">
        <TermList
          terms={[
            {
              label: t('vipPrice'),
              value: <Amount value={price} currency={currency} />,
              note: t('vipPaidNow'),
            },
            {
              label: t('vipBenefit'),
              value: percent(String(Math.max(0, fee_percent - vip_fee_percent))),
              note: t('vipBenefitNote'),
            },
            {
              label: t('vipBreakEven'),
              value:
                break_even_spend === null ? (
                  t('vipNever')
                ) : (
                  <Amount value={break_even_spend} currency={currency} />
                ),
            },
          ]}
        />
        <Banner tone="warning">{t('vipBreakEvenNote')}</Banner>
        <p className="text-14 text-muted">{t('vipEnds')}</p>
      </div>
    </Sheet>
  )
}
