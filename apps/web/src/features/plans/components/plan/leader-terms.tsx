import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TermList } from '../../../../components/words/term-list.tsx'
import { usePercent } from '../../../../lib/figures/use-percent.ts'
import { useLeaderDraft } from '../../api/leader-draft.ts'
import type { PlacingDraft } from '../placing/placing-address.ts'

/** The leader whose plan is followed, and its duration. */
export function LeaderLine({ draft }: { draft: PlacingDraft }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const leader = useLeaderDraft(draft.leader_draft_id)
  return (
    <>
      {leader && (
        <p className="text-14 text-muted">
          {t('followed.from', {
            operated_id: leader.draft.operated_id,
            at: format.time(leader.draft.leader_placed_at),
          })}
        </p>
      )}
      <TermList
        terms={[
          {
            label: t('followed.runs'),
            value: t('followed.runsValue', { days: draft.duration_days }),
            note: t('followed.runsNote'),
          },
        ]}
      />
    </>
  )
}

/** The cost of following, as one of the terms. */
export function useLeaderTerms(draft: PlacingDraft) {
  const t = useMessages('plan')
  const percent = usePercent()
  const leader = useLeaderDraft(draft.leader_draft_id)
  if (!leader) return []
  const { fee_percent } = leader
  return [
    { label: t('followed.leader'), value: leader.draft.operated_id },
    {
      label: t('followed.fee'),
      word: 'profit_share',
      value: percent(String(fee_percent)),
      ...(fee_percent > 0 && { note: t('followed.feeNote') }),
    },
  ]
}
