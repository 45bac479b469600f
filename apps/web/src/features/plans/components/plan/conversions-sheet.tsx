import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { Chip } from '@adtally/ui/chip.tsx'
import { classNames } from '@adtally/ui/class-names.ts'
import { ListRow } from '@adtally/ui/list-row.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { CursorList } from '../../../../components/cursor-list.tsx'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import { type Conversion, conversionsQuery } from '../../api/plans.ts'
import { useKnownWords } from '../known-words.ts'

const TONES: Record<Conversion['state'], NonNullable<ComponentProps<typeof Chip>['tone']>> = {
  credited: 'neutral',
  owed: 'hold',
  reversed: 'negative',
  refused: 'negative',
  counted: 'neutral',
}

function ConversionRow({ conversion }: { conversion: Conversion }) {
  const t = useMessages('plan')
  const ui = useMessages('ui')
  const { time } = useFormatters()
  const currency = useCurrency()
  const words = useKnownWords()
  const { state, reason } = conversion
  const is_paid_nothing = state === 'reversed' || state === 'refused'
  return (
    <ListRow
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          {conversion.goal_title}
          <Chip tone={TONES[state]}>{t(`conversionStates.${state}`)}</Chip>
        </span>
      }
      detail={
        <>
          {time(conversion.at)}
          {ui('separator')}
          {conversion.placement}
          {reason !== null && <span className="block text-12">{words.rule(reason)}</span>}
        </>
      }
      trailing={
        <Amount
          value={conversion.payout}
          currency={currency}
          className={classNames('row-amount text-14', is_paid_nothing && 'text-muted line-through')}
        />
      }
    />
  )
}

/** The plan's conversions, newest first: what each pays, or why it does not. */
export default function ConversionsSheet({ plan_id, onClose }: { plan_id: string; onClose: () => void }) {
  const t = useMessages('plan')
  const query = useInfiniteQuery(conversionsQuery(plan_id))
  return (
    <Sheet open onClose={onClose} title={t('lists.conversions')}>
      <CursorList
        query={query}
        label={t('lists.conversions')}
        keyOf={(one) => one.conversion_id}
        empty={<EmptyState title={t('noConversions')}>{t('noConversionsText')}</EmptyState>}
      >
        {(one) => <ConversionRow conversion={one} />}
      </CursorList>
    </Sheet>
  )
}
