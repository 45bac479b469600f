import type { OutputOf } from '@adtally/contract/call.ts'
import type { VerdictAppealState } from '@adtally/contract/enums.ts'
import type { planInvalidAppeal } from '@adtally/contract/plans/plans.ts'
import type { Appeal } from './appeals.repository.ts'

/** What of an appeal its party is told. */
export type ToldAppeal = Pick<Appeal, 'decision' | 'filed_at' | 'grounds' | 'answer' | 'decided_at'>

/**
 * An appeal as its customer sees it beside an event, and whether that is put back, be it by another party's appeal: then what
 * was decided of this one changed nothing.
 */
export function presentAppeal(
  { decision, filed_at, grounds, answer, decided_at }: ToldAppeal,
  is_restored: boolean,
): OutputOf<typeof planInvalidAppeal>['appeal'] {
  const state: VerdictAppealState = is_restored ? 'restored' : (decision ?? 'open')
  return {
    state,
    filed_at: filed_at.toISOString(),
    grounds,
    answer: is_restored && decision !== 'granted' ? null : answer,
    decided_at: decided_at?.toISOString() ?? null,
  }
}
