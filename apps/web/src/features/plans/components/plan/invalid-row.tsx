import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import type { InvalidEvent } from '../../api/plans.ts'
import { useKnownWords } from '../known-words.ts'
import { useEvidence } from './use-evidence.tsx'

/** An invalid event: its rule and version, what that says, what was refunded and what was charged back. */
export function InvalidRow({ event }: { event: InvalidEvent }) {
  const t = useMessages('plan')
  const ui = useMessages('ui')
  const format = useFormatters()
  const currency = useCurrency()
  const words = useKnownWords()
  const evidence = useEvidence()
  return (
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
  )
}
