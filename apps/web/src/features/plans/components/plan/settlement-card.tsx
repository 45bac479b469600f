import { isNonzero } from '@adtally/client/is-nonzero.ts'
import { exactDecimals } from '@adtally/i18n/format-money.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { TitledCard } from '../../../../components/titled.tsx'
import { TermList } from '../../../../components/words/term-list.tsx'
import { Word } from '../../../../components/words/word.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { Plan } from '../../api/plans.ts'

const MONEY = ['revenue', 'spend', 'platform_fee', 'profit', 'paid', 'returned'] as const
const PARTS = { startup_return: 'startupReturn', profit_share: 'profitShare', rebate: 'rebate' } as const
const WORDS = { startup_return: 'startup_funds', profit_share: 'profit_share', rebate: 'vip_rebate' } as const

/** How a plan was settled, to the last line; profit and loss in the same size. */
export function SettlementCard({ settlement }: { settlement: NonNullable<Plan['settlement']> }) {
  const t = useMessages('plan')
  const { time } = useFormatters()
  const currency = useCurrency()
  const decimals = exactDecimals(...MONEY.map((name) => settlement[name]))
  const money = (value: string) => <Amount value={value} currency={currency} decimals={decimals} />
  // What not everybody has is left out where it is nothing.
  const parts = (['startup_return', 'profit_share', 'rebate'] as const).filter((part) =>
    isNonzero(settlement[part]),
  )
  return (
    <TitledCard title={<Word of="settlement">{t('settlement.title')}</Word>} className="pb-1">
      <TermList
        terms={[
          { label: t('revenue'), value: money(settlement.revenue) },
          { label: t('spend'), value: money(settlement.spend) },
          {
            label: t('settlement.platformFee'),
            word: 'fee',
            value: money(settlement.platform_fee),
            note: t('settlement.feeNote'),
          },
          {
            label: t('profitSettled'),
            value: (
              <Amount
                value={settlement.profit}
                currency={currency}
                decimals={decimals}
                toned
                sign="always"
                className="font-semibold"
              />
            ),
          },
          ...parts.map((part) => ({
            label: t(`settlement.${PARTS[part]}`),
            word: WORDS[part],
            value: money(settlement[part]),
          })),
          { label: t('settlement.paid'), value: money(settlement.paid) },
          { label: t('settlement.returned'), value: money(settlement.returned) },
          { label: t('settlement.at'), value: time(settlement.settled_at) },
          {
            label: t('policyVersion'),
            value: settlement.policy_version,
          },
        ]}
      />
    </TitledCard>
  )
}
