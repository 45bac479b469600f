import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { TimelineStep } from '@adtally/ui/timeline.tsx'
import type { Withdrawal } from '../../api/withdrawals.ts'

const ENDED: readonly Withdrawal['status'][] = ['ended', 'bounced']

/** A withdrawal's past steps with their times, and the next step with its deadline. */
export function useWithdrawalSteps(): (withdrawal: Withdrawal) => TimelineStep[] {
  const t = useMessages('wallet')
  const { time } = useFormatters()
  return (one) => {
    const asked: TimelineStep = {
      key: 'asked',
      title: t('steps.asked'),
      time: time(one.requested_at),
      state: 'done',
    }
    if (ENDED.includes(one.status)) {
      const end: TimelineStep = {
        key: 'ended',
        title: one.status === 'bounced' ? t('steps.bounced') : t('steps.ended'),
        note: t('endedReason', { reason: one.ended_reason ?? '' }),
        state: 'failed',
        ...(one.ended_at ? { time: time(one.ended_at) } : {}),
      }
      return [asked, end]
    }
    const held: TimelineStep[] = one.hold
      ? [
          {
            key: 'held',
            title: t('steps.held'),
            note: one.hold.explanation,
            icon: 'hold',
            state: 'current',
            ...(one.hold.deadline ? { time: t('untilAtTheLatest', { until: time(one.hold.deadline) }) } : {}),
          },
        ]
      : []
    const sent: TimelineStep = one.sent_at
      ? { key: 'sent', title: t('steps.sent'), time: time(one.sent_at), state: 'done' }
      : {
          key: 'sent',
          title: t('steps.send'),
          time: t('byAtTheLatest', { by: time(one.send_by) }),
          state: one.hold ? 'ahead' : 'current',
        }
    const confirmed: TimelineStep = one.confirmed_at
      ? {
          key: 'confirmed',
          title: t('steps.confirmed'),
          time: time(one.confirmed_at),
          note: one.bank_line && t('bankLine', { line: one.bank_line }),
          state: 'done',
        }
      : { key: 'confirmed', title: t('steps.confirm'), state: one.sent_at ? 'current' : 'ahead' }
    return [asked, ...held, sent, confirmed]
  }
}
