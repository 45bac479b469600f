import type { OutputOf } from '@adtally/contract/call.ts'
import { transactionFlowCause } from '@adtally/contract/money/statements.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Amount } from '@adtally/ui/amount.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callQuery } from '../../lib/call-query.ts'
import { Loaded } from '../loaded.tsx'
import { TextLink } from '../text-link.tsx'
import { EntryMovement } from './entry-movement.tsx'
import { useRuleWords } from './rule-words.ts'
import { TermList } from './term-list.tsx'

type Cause = OutputOf<typeof transactionFlowCause>
type Told = Cause['facts'][number]

interface EntryCauseProps {
  transfer_id: string
  currency: string
}

/** Why a ledger entry exists: its cause with the known facts, and the entry it reverses. */
export default function EntryCause({ transfer_id, currency }: EntryCauseProps) {
  const t = useMessages('wallet')
  const query = useQuery(callQuery(transactionFlowCause, { transfer_id }))
  return (
    <section aria-label={t('why')} className="rounded-card bg-canvas px-3 py-1">
      <Loaded query={query} skeleton={<SkeletonRows rows={2} />}>
        {(cause) => <Facts cause={cause} currency={currency} />}
      </Loaded>
    </section>
  )
}

function Facts({ cause, currency }: { cause: Cause; currency: string }) {
  const t = useMessages('wallet')
  const ui = useMessages('ui')
  const shown = useValue(currency)
  const { kind, number, facts, policy_version, reverses, plan_id } = cause
  const is_told = number !== null || facts.length > 0 || reverses !== null
  // A leader only learns that the cause is a follower's plan.
  const what =
    kind === 'vip' ? t('causeKinds.vip') : kind === 'plan' && !is_told && t('causeKinds.followedPlan')
  return (
    <>
      <p className="pt-2 text-14 font-medium wrap-anywhere">
        {[t('why'), number || what].filter(Boolean).join(ui('separator'))}
      </p>
      <TermList terms={facts.map((fact) => ({ label: t(`causeFacts.${fact.name}`), value: shown(fact) }))} />
      {policy_version !== null && (
        <p className="pb-2 text-12 text-muted">{t('policyVersion', { version: policy_version })}</p>
      )}
      {reverses && (
        <>
          <p className="text-14 font-medium">{t('takesBack')}</p>
          <EntryMovement entry={reverses} currency={currency} />
        </>
      )}
      {!is_told && !what && <p className="pb-2 font-mono text-12 break-all text-muted">{cause.id}</p>}
      {plan_id && <TextLink to={`/plan/detail?id=${encodeURIComponent(plan_id)}`}>{t('openPlan')}</TextLink>}
    </>
  )
}

/** Formats a fact's value in the current language. */
function useValue(currency: string): (fact: Told) => ReactNode {
  const { time, number } = useFormatters()
  const rule = useRuleWords()
  return ({ name, kind, value }) => {
    if (kind === 'time') return time(value)
    if (kind === 'amount') return <Amount value={value} currency={currency} />
    if (name === 'rule') return rule(value)
    return <span className="wrap-anywhere">{kind === 'count' ? number(Number(value)) : value}</span>
  }
}
