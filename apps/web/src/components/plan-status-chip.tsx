import type { PlanStatus } from '@adtally/contract/enums.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Chip } from '@adtally/ui/chip.tsx'
import type { IconName } from '@adtally/ui/icons/icon-paths.ts'
import type { ComponentProps } from 'react'

/** The icons 1 to 6 of SPEC §4, by status (PRODUCT §4). */
export const STATUS_ICONS = {
  waitPut: 'status-1',
  matching: 'status-2',
  putting: 'status-3',
  putFailed: 'status-4',
  putFinished: 'status-5',
  waitSettle: 'status-5',
  settled: 'status-6',
} as const satisfies Record<PlanStatus, IconName>

const TONES: Record<PlanStatus, NonNullable<ComponentProps<typeof Chip>['tone']>> = {
  waitPut: 'neutral',
  matching: 'accent',
  putting: 'accent',
  putFailed: 'negative',
  putFinished: 'neutral',
  waitSettle: 'neutral',
  // Not green, because the result says whether the plan earned or lost.
  settled: 'neutral',
}

/** A plan's status as words and icon; a paused plan says so instead of running. */
export function PlanStatusChip({ status, paused }: { status: PlanStatus; paused: boolean }) {
  const t = useMessages('plan')
  if (status === 'putting' && paused) {
    return (
      <Chip tone="hold" icon="pause">
        {t('paused')}
      </Chip>
    )
  }
  return (
    <Chip tone={TONES[status]} icon={STATUS_ICONS[status]}>
      {t(`status.${status}`)}
    </Chip>
  )
}
