import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { ListRow } from '@adtally/ui/list-row.tsx'
import type { InvalidEvent } from '../../api/plans.ts'
import { useKnownWords } from '../known-words.ts'
import { MovedBack } from '../moved-back.tsx'
import { InvalidAppeal } from './invalid-appeal.tsx'
import { useEvidence } from './use-evidence.tsx'

/** An invalid event: its rule and version, what that says, what was refunded and charged back, and appealing against it. */
export function InvalidRow({ plan_id, event }: { plan_id: string; event: InvalidEvent }) {
  const t = useMessages('plan')
  const ui = useMessages('ui')
  const { time } = useFormatters()
  const words = useKnownWords()
  const evidence = useEvidence()
  return (
    <div className="flex w-full flex-col pb-1">
      <ListRow
        title={t('ruleVersion', { rule: words.rule(event.rule), version: event.rule_version })}
        detail={
          <>
            {words.event(event.kind)}
            {ui('separator')}
            {time(event.at)}
            <span className="block">{evidence(event)}</span>
            <span className="block text-12">
              <MovedBack {...event} />
            </span>
          </>
        }
      />
      <InvalidAppeal plan_id={plan_id} event={event} />
    </div>
  )
}
