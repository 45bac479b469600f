import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Chip } from '@adtally/ui/chip.tsx'
import { Timeline, type TimelineStep } from '@adtally/ui/timeline.tsx'
import { Sheet } from '../../../components/header/lazy-dialogs.tsx'
import type { ExchangeOrder } from '../api/orders.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderEvidence } from './order-evidence.tsx'
import { OrderTerms } from './order-terms.tsx'

const FAILED: readonly ExchangeOrder['status'][] = ['disputed', 'returned', 'expired', 'withdrawn']

/** The server's reasons for an order's change of state (PRODUCT §11). */
const REASONS = [
  'confirmed',
  'code_expired',
  'withdrawn',
  'marked_paid',
  'not_paid_in_time',
  'given_up',
  'customer_confirmed',
  'customer_disputed',
  'acceptor_disputed',
  'not_confirmed_in_time',
  'decided_for_acceptor',
  'decided_for_customer',
  'undecided',
  'wrong_completion',
] as const

/** An order in full: next step, terms, evidence, and its history with reasons. */
export default function OrderSheet({ order, onClose }: { order: ExchangeOrder; onClose: () => void }) {
  const t = useMessages('exchange')
  const format = useFormatters()
  // A newer server may have more reasons; text that a person wrote is shown unchanged.
  const noteOf = (reason: string | null, detail: string | null) => {
    const known = REASONS.find((each) => each === reason)
    const parts = [known ? t(`reasons.${known}`) : reason, detail].filter((part) => part !== null)
    return parts.length === 0 ? null : parts.join(' ')
  }
  const steps = order.timeline.map(({ status, at, reason, detail }, index): TimelineStep => {
    const is_last = index === order.timeline.length - 1
    const going_on = is_last && order.deadline !== null
    const failed = is_last && FAILED.includes(status)
    return {
      key: `${status} ${at}`,
      title: t(`status.${status}`),
      time: format.time(at),
      note: noteOf(reason, detail),
      state: failed ? 'failed' : going_on ? 'current' : 'done',
    }
  })
  return (
    <Sheet open onClose={onClose} title={t('order.title', { number: order.number })}>
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{order.acceptor_name}</span>
          <Chip>{t(`kinds.${order.acceptor_kind}`)}</Chip>
        </p>
        <OrderActions order={order} />
        <p className="text-12 text-muted">{t('escrow')}</p>
        <OrderTerms order={order} />
        <OrderEvidence evidence={order.evidence} />
        <h3 className="text-16 font-semibold">{t('order.history')}</h3>
        <Timeline label={t('order.history')} steps={steps} />
      </div>
    </Sheet>
  )
}
