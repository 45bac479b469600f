import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { InvalidEvent } from '../../api/plans.ts'
import { useKnownWords } from '../known-words.ts'
import { InvalidAppeal } from './invalid-appeal.tsx'
import { useEvidence } from './use-evidence.tsx'

/** An invalid event: its rule and version, what that says, what was refunded and charged back, and appealing against it. */
export function InvalidRow({ plan_id, event }: { plan_id: string; event: InvalidEvent }) {
  const t = useMessages('plan')
  const ui = useMessages('ui')
  const format = useFormatters()
  const currency = useCurrency()
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
            {format.time(event.at)}
            <span className="block">{evidence(event)}</span>
            <span className="block text-12">
              {t('invalidMoved', {
                spend: format.money(event.spend_returned, currency, { decimals: 'all' }),
                revenue: format.money(event.revenue_reversed, currency, { decimals: 'all' }),
              })}
            </span>
          </>
        }
      />
      <InvalidAppeal plan_id={plan_id} event={event} />
    </div>
  )
}
