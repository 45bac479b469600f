import type { PlanStatus } from '@adtally/contract/enums.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { TimelineStep } from '@adtally/ui/timeline.tsx'
import { STATUS_ICONS } from '../../../../components/plan-status-chip.tsx'
import type { Plan } from '../../api/plans.ts'
import { useKnownWords } from '../known-words.ts'

/** The statuses of a plan that nothing ends early. */
const WAY: readonly PlanStatus[] = ['waitPut', 'matching', 'putting', 'putFinished', 'waitSettle', 'settled']

/** A plan's past statuses with times and reasons, and those still ahead. */
export function usePlanSteps(): (plan: Pick<Plan, 'status' | 'timeline'>) => TimelineStep[] {
  const t = useMessages('plan')
  const { time } = useFormatters()
  const words = useKnownWords()
  return ({ status, timeline }) => {
    const is_final = status === 'settled' || status === 'putFailed'
    const past = timeline.map((change, index): TimelineStep => {
      const is_last = index === timeline.length - 1
      const state = change.status === 'putFailed' ? 'failed' : is_last && !is_final ? 'current' : 'done'
      return {
        key: `${change.status} ${change.at}`,
        title: t(`status.${change.status}`),
        time: time(change.at),
        note: change.reason === null ? undefined : words.reason(change.reason),
        state,
        ...(state === 'current' ? { icon: STATUS_ICONS[change.status] } : {}),
      }
    })
    const ahead = is_final ? [] : WAY.slice(WAY.indexOf(status) + 1)
    return [
      ...past,
      ...ahead.map((next): TimelineStep => ({ key: next, title: t(`status.${next}`), state: 'ahead' })),
    ]
  }
}
