import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { LossResults } from '../../../components/charts/loss-results.tsx'
import { ConnectedButton } from '../../../components/fields/connected-button.tsx'
import { Sheet } from '../../../components/header/lazy-dialogs.tsx'
import { TitledSection } from '../../../components/titled.tsx'
import { TermList } from '../../../components/words/term-list.tsx'
import { usePercent } from '../../../lib/figures/use-percent.ts'
import { type Leader, type Relation, useFollow } from '../api/assistance.ts'

interface LeaderSheetProps {
  leader: Leader
  /** The relation that following this leader replaces. */
  present: Relation | null
  onClose: () => void
  onFollowed: (who: string) => void
  onRefused: (error: unknown) => void
}

/** A leader's record first, then the fee, then the one button that follows (PRODUCT §10). */
export default function LeaderSheet({ leader, present, onClose, onFollowed, onRefused }: LeaderSheetProps) {
  const t = useMessages('follow')
  const percent = usePercent()
  const follow = useFollow()
  const { operated_id, nickname, fee_percent } = leader
  const confirm = () =>
    follow.mutate(
      { operated_id, fee_percent },
      {
        onSuccess: () => onFollowed(t('operator', { nickname, operated_id })),
        onError: onRefused,
      },
    )
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('leader.title', { operated_id })}
      footer={
        <ConnectedButton busy={follow.isPending} onClick={confirm}>
          {t('leader.follow', { percent: percent(String(fee_percent)) })}
        </ConnectedButton>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-20 font-semibold wrap-anywhere">{nickname}</p>
        {leader.related_party && <Banner tone="hold">{t('relatedLeaderMeaning')}</Banner>}
        <Record record={leader.record} />
        <TermList
          terms={[
            {
              label: t('leader.fee'),
              word: 'profit_share',
              value: percent(String(fee_percent)),
              note: t('leader.feeNote'),
            },
          ]}
        />
        <Banner tone="warning">{t('leader.risk')}</Banner>
        {present && (
          <p className="text-14 text-muted">
            {t('leader.replaces', {
              who: t('operator', { nickname: present.nickname, operated_id: present.operated_id }),
            })}
          </p>
        )}
      </div>
    </Sheet>
  )
}

function Record({ record }: { record: Leader['record'] }) {
  const t = useMessages('follow')
  const format = useFormatters()
  const percent = usePercent()
  const { basis, losing_plans_percent, settled_plans, worst_month, left_out_plans } = record
  return (
    <TitledSection title={t('leader.record')} level="h3" look="muted" className="flex flex-col gap-3">
      <p className="text-16 font-semibold">
        {losing_plans_percent === null
          ? t('leader.lossNone')
          : t(`leader.loss.${basis}`, { percent: percent(losing_plans_percent), plans: settled_plans })}
      </p>
      {basis === 'platform' && (
        <p className="text-14 text-hold">{t('leader.standIn', { plans: record.own_settled_plans })}</p>
      )}
      <LossResults record={record} />
      {worst_month && (
        <TermList
          terms={[
            {
              label: t('leader.worstMonth'),
              value: t('leader.worstMonthValue', {
                // Mid-month, so that no time zone turns it into another month.
                month: format.time(`${worst_month.month}-15T12:00:00Z`, 'month'),
                percent: percent(worst_month.result_percent, { signed: true }),
              }),
            },
          ]}
        />
      )}
      {left_out_plans > 0 && <p className="text-14">{t('leader.leftOut', { plans: left_out_plans })}</p>}
      {settled_plans > 0 && (
        <p className="text-12 text-muted">
          {t('leader.period', {
            since: format.time(record.since, 'date'),
            until: format.time(record.as_of, 'date'),
          })}
        </p>
      )}
    </TitledSection>
  )
}
