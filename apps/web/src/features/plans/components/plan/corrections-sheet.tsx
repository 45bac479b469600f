import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { EmptyState, Skeleton } from '@adtally/ui/states.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CursorList } from '../../../../components/cursor-list.tsx'
import { Sheet } from '../../../../components/header/lazy-dialogs.tsx'
import { Loaded } from '../../../../components/loaded.tsx'
import { TitledSection } from '../../../../components/titled.tsx'
import { TermList } from '../../../../components/words/term-list.tsx'
import { useCurrency } from '../../../../lib/figures/use-currency.ts'
import { usePolicyFigures } from '../../../../lib/figures/use-policy-figures.ts'
import {
  type ChargebackRecord,
  type Correction,
  chargebackRecordQuery,
  correctionsQuery,
  evidenceQuery,
} from '../../api/corrections.ts'
import { InvalidRow } from './invalid-row.tsx'

const LEGS = [
  'spend',
  'platform_fee',
  'rebate',
  'revenue',
  'startup_return',
  'profit_share',
  'customer',
] as const

/** The events behind a correction, each with rule, version and both legs. */
function Evidence({ plan_id, revision }: { plan_id: string; revision: number }) {
  const t = useMessages('plan')
  const query = useInfiniteQuery(evidenceQuery(plan_id, revision))
  return (
    <CursorList
      query={query}
      label={t('corrections.evidence')}
      keyOf={({ event_id }) => event_id}
      empty={<p className="text-14 text-muted">{t('noInvalid')}</p>}
    >
      {(event) => <InvalidRow plan_id={plan_id} event={event} />}
    </CursorList>
  )
}

function CorrectionCard({ plan_id, correction }: { plan_id: string; correction: Correction }) {
  const t = useMessages('plan')
  const { time } = useFormatters()
  const currency = useCurrency()
  const { revision, cause, at, profit, owed, verdict_id } = correction
  const money = (value: string) => <Amount value={value} currency={currency} sign="always" />
  const changed = LEGS.filter((leg) => /[1-9]/.test(correction[leg]))
  return (
    <TitledSection title={t(`corrections.cause.${cause}`)} level="h3" className="flex flex-col gap-1">
      <time dateTime={at} className="text-12 text-muted">
        {time(at)}
      </time>
      <TermList
        terms={[
          ...changed.map((leg) => ({ label: t(`corrections.legs.${leg}`), value: money(correction[leg]) })),
          { label: t('corrections.profit'), value: money(profit) },
          ...(/[1-9]/.test(owed)
            ? [
                {
                  label: t('corrections.owed'),
                  value: <Amount value={owed} currency={currency} />,
                  note: t('corrections.owedNote'),
                },
              ]
            : []),
        ]}
      />
      {verdict_id !== null && <Evidence plan_id={plan_id} revision={revision} />}
    </TitledSection>
  )
}

function Published({ record }: { record: ChargebackRecord }) {
  const t = useMessages('plan')
  const { money, number, time } = useFormatters()
  const currency = useCurrency()
  return (
    <TitledSection title={t('corrections.published')} level="h3" className="flex flex-col gap-1">
      <p className="text-12 text-muted">
        {t('corrections.publishedNote', { since: time(record.since, 'date') })}
      </p>
      <TermList
        terms={(['winners', 'losers'] as const).map((side) => ({
          label: t(`corrections.${side}`),
          value: t('corrections.share', {
            corrected: number(record[side].corrected_plans),
            settled: number(record[side].settled_plans),
          }),
          note: t('invalidMoved', {
            spend: money(record[side].spend_returned, currency, { decimals: 'all' }),
            revenue: money(record[side].revenue_reversed, currency, { decimals: 'all' }),
          }),
        }))}
      />
    </TitledSection>
  )
}

/** Corrections of a settled plan with their evidence, and the chargeback record of all plans (PRODUCT §2.2). */
export default function CorrectionsSheet({ plan_id, onClose }: { plan_id: string; onClose: () => void }) {
  const t = useMessages('plan')
  const figures = usePolicyFigures()
  const query = useInfiniteQuery(correctionsQuery(plan_id))
  const record = useQuery(chargebackRecordQuery())
  return (
    <Sheet open onClose={onClose} title={t('lists.corrections')}>
      <div className="flex flex-col gap-5">
        <p className="text-14 text-muted">{t('corrections.note', figures)}</p>
        <CursorList
          query={query}
          label={t('lists.corrections')}
          look="cards"
          keyOf={({ revision }) => String(revision)}
          empty={<EmptyState title={t('corrections.none')} />}
        >
          {(correction) => <CorrectionCard plan_id={plan_id} correction={correction} />}
        </CursorList>
        <Loaded query={record} skeleton={<Skeleton className="h-32 w-full" />}>
          {(published) => <Published record={published} />}
        </Loaded>
      </div>
    </Sheet>
  )
}
