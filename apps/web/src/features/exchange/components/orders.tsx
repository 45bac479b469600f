import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Chip } from '@adtally/ui/chip.tsx'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { part } from '@adtally/ui/part.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense } from 'react'
import { CursorList } from '../../../components/cursor-list.tsx'
import { TitledCard } from '../../../components/titled.tsx'
import { useCurrency } from '../../../lib/figures/use-currency.ts'
import { type ExchangeOrder, ordersQuery } from '../api/orders.ts'

const OrderSheet = part(() => import('./order-sheet.tsx'))

const TONES: Record<ExchangeOrder['status'], NonNullable<ComponentProps<typeof Chip>['tone']>> = {
  offered: 'accent',
  escrowed: 'hold',
  paid: 'hold',
  disputed: 'negative',
  completed: 'positive',
  made_good: 'positive',
  returned: 'neutral',
  expired: 'neutral',
  withdrawn: 'neutral',
}

function OrderRow({ order, onOpen }: { order: ExchangeOrder; onOpen: () => void }) {
  const t = useMessages('exchange')
  const ui = useMessages('ui')
  const format = useFormatters()
  const currency = useCurrency()
  return (
    <ListRow
      sheet
      onClick={onOpen}
      title={t('orders.gives', {
        give: format.money(order.amount, currency),
        receive: format.money(order.receive_amount, order.receive_currency),
      })}
      detail={
        <>
          <span className="block wrap-anywhere">{order.number + ui('separator') + order.acceptor_name}</span>
          <span className="block text-12">
            {order.deadline === null
              ? format.time(order.status_at)
              : t('orders.until', { at: format.time(order.deadline) })}
          </span>
          <span className="block pt-1">
            <Chip tone={TONES[order.status]}>{t(`status.${order.status}`)}</Chip>
          </span>
        </>
      }
    />
  )
}

interface OrdersProps {
  /** The order whose sheet is open. */
  open_id: string | null
  onOpen: (order_id: string | null) => void
}

/** Transaction records: each order with its state; a tap shows it in full. */
export function Orders({ open_id, onOpen }: OrdersProps) {
  const t = useMessages('exchange')
  const query = useInfiniteQuery(ordersQuery())
  const opened = query.data?.pages.flatMap(({ items }) => items).find(({ order_id }) => order_id === open_id)
  return (
    <TitledCard title={t('orders.title')} className="pb-1">
      <CursorList
        query={query}
        label={t('orders.title')}
        keyOf={({ order_id }) => order_id}
        empty={
          <p className="py-4 text-14 text-muted">
            {t('orders.empty')}. {t('orders.emptyText')}
          </p>
        }
      >
        {(order) => <OrderRow order={order} onOpen={() => onOpen(order.order_id)} />}
      </CursorList>
      {opened && (
        <Suspense>
          <OrderSheet order={opened} onClose={() => onOpen(null)} />
        </Suspense>
      )}
    </TitledCard>
  )
}
