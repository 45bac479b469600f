import { planInvalidAppeal, VERDICT_GROUNDS_LENGTH_MAX } from '@adtally/contract/plans/plans.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { AppealSheet } from '../../../../components/appeal-sheet.tsx'
import { Loaded } from '../../../../components/loaded.tsx'
import { appealableQuery, useAppealVerdict } from '../../api/appeal-verdict.ts'
import { MovedBack } from '../moved-back.tsx'

/** An appeal against invalid traffic: how much it is about, and why the customer says it was valid (PRODUCT §2.2). */
export default function InvalidAppealSheet({
  plan_id,
  event_id,
  onClose,
}: {
  plan_id: string
  event_id: string
  onClose: () => void
}) {
  const t = useMessages('planResult')
  const ui = useMessages('ui')
  const against = { plan_id, event_id }
  const query = useQuery(appealableQuery(against))
  return (
    <AppealSheet
      title={t('appeal.title')}
      label={t('appeal.grounds')}
      length_max={VERDICT_GROUNDS_LENGTH_MAX}
      against={against}
      schema={planInvalidAppeal.request}
      appeal={useAppealVerdict()}
      onClose={onClose}
    >
      <p className="text-14 text-muted">{t('appeal.text')}</p>
      <Loaded query={query} skeleton={<SkeletonRows rows={1} />}>
        {(appealable) => (
          <p className="text-14">
            {t('appeal.events', { events: appealable.events })}
            {ui('separator')}
            <MovedBack {...appealable} />
          </p>
        )}
      </Loaded>
    </AppealSheet>
  )
}
