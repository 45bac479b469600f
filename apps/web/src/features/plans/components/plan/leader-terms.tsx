import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { TermList } from '../../../../components/words/term-list.tsx'
import { usePercent } from '../../../../lib/figures/use-percent.ts'
import { type LeaderDraft, useLeaderDraft } from '../../api/leader-draft.ts'
import type { PlacingDraft } from '../placing/placing-address.ts'

/** Writes a leader as on the page of whom one follows: nickname and operated ID. */
function useLeaderName() {
  const t = useMessages('plan')
  return ({ nickname, operated_id }: LeaderDraft['draft']) =>
    t('followed.operator', { nickname, operated_id })
}

/** The leader whose plan is followed, and its duration. */
export function LeaderLine({ draft }: { draft: PlacingDraft }) {
  const t = useMessages('plan')
  const format = useFormatters()
  const leader = useLeaderDraft(draft.leader_draft_id)
  const leaderName = useLeaderName()
  return (
    <>
      {leader && (
        <p className="text-14 text-muted">
          {t('followed.from', {
            who: leaderName(leader.draft),
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
  const leaderName = useLeaderName()
  if (!leader) return []
  const { fee_percent } = leader
  return [
    { label: t('followed.leader'), value: leaderName(leader.draft) },
    {
      label: t('followed.fee'),
      word: 'profit_share',
      value: percent(String(fee_percent)),
      ...(fee_percent > 0 && { note: t('followed.feeNote') }),
    },
  ]
}
