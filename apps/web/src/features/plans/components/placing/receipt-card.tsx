import { exactDecimals } from '@adtally/i18n/format-money.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { part } from '@adtally/ui/part.tsx'
import { Suspense, useState } from 'react'
import { TitledCard } from '../../../../components/titled.tsx'
import { Word } from '../../../../components/words/word.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { Plan } from '../../api/plans.ts'
import { receiptLines } from './receipt-lines.ts'

const EntriesSheet = part(() => import('../plan/entries-sheet.tsx'))

/** From the profit to what the wallet got, line by line; each opens its entries. Nothing where both are the same. */
export function ReceiptCard({ plan }: { plan: Plan }) {
  const t = useMessages('planResult')
  const currency = useCurrency()
  const [open, setOpen] = useState<number | null>(null)
  const { settlement } = plan
  const lines = receiptLines(plan)
  if (!settlement || lines.length === 0) return null
  const rows = [
    ...lines.map(({ name, ...line }) => ({ ...line, title: t(`receipt.${name}`) })),
    { title: t('receipt.available'), amount: settlement.available_change, part: 'available' as const },
  ]
  const decimals = exactDecimals(settlement.profit, ...rows.map(({ amount }) => amount))
  const money = (value: string) => (
    <Amount value={value} currency={currency} sign="always" decimals={decimals} className="justify-end" />
  )
  const opened = open === null ? undefined : rows[open]
  return (
    <TitledCard title={t('receipt.title')} className="pb-1">
      <p className="pt-2 text-14 text-muted">{t('receipt.note')}</p>
      <ul className="divide-y divide-line">
        <li>
          <ListRow
            title={<Word of="profit">{t('receipt.profit')}</Word>}
            trailing={money(settlement.profit)}
          />
        </li>
        {rows.map(({ title, amount }, index) => (
          <li key={title}>
            <ListRow
              title={index === rows.length - 1 ? <span className="font-semibold">{title}</span> : title}
              trailing={money(amount)}
              sheet
              onClick={() => setOpen(index)}
            />
          </li>
        ))}
      </ul>
      {opened && (
        <Suspense>
          <EntriesSheet
            plan_id={plan.plan_id}
            part={opened.part}
            title={opened.title}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </TitledCard>
  )
}
