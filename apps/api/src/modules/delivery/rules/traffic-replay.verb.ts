import {
  type RuleName,
  trafficReplay,
  trafficRulePublishing,
} from '@adtally/contract/operator/market/delivery-rules.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { allPublishers } from '../../marketplace/index.ts'
import { staffVerb } from '../../module.ts'
import { findOpenProposals } from '../../operators/index.ts'
import { plansNamed } from '../../plans/index.ts'
import { type Draft, draft, draftOf, newestOf } from './publish-rule.ts'
import { compareFound, foundBy, onlyRead, type ReplayedShare } from './replay.repository.ts'
import { readRules } from './rules.repository.ts'
import { faultOf, rulesAt } from './traffic-rules.ts'

const MINUTE_MS = 60_000
const STRETCH_MS_MAX = 31 * 86_400_000

/**
 * `traffic-replay`: what an unpublished version would find in old events beside what is recorded of its rule, in counts and
 * money. It reads, and changes nothing.
 */
export const trafficReplayVerb = staffVerb(
  trafficReplay,
  async ({ database, clock }, _staff, { rule, set, from, until }) => {
    const stretch = stretchOf(from, until)
    return await database.transaction({ kind: 'system' }, async (tx) => {
      await onlyRead(tx)
      const next = await draftFor(tx, rule, set)
      if (faultOf(next) !== null) throw new Refusal('field_invalid', { field: 'set' })
      const versions = await readRules(tx)
      const rules = rulesAt(
        [...versions.filter((stored) => stored.rule !== rule), { ...next, ...FOR_EVER }],
        clock.now(),
      )
      const found = await foundBy(tx, rule, rules, stretch)
      if (!found) throw new Refusal('field_invalid', { field: 'rule' })
      const { parameters, lists } = next
      const shares = await compareFound(tx, rule, found, stretch)
      return { rule, version: next.version, parameters, lists, ...stretch, ...(await present(tx, shares)) }
    })
  },
)

const FOR_EVER = { published_at: new Date(0), in_force_from: new Date(0) }

/** Whole minutes, as rules count by them. */
function stretchOf(from: string, until: string): { from: Date; until: Date } {
  const [from_ms, until_ms] = [from, until].map(
    (time) => Math.floor(Date.parse(time) / MINUTE_MS) * MINUTE_MS,
  )
  const length_ms = (until_ms ?? 0) - (from_ms ?? 0)
  if (length_ms <= 0 || length_ms > STRETCH_MS_MAX) throw new Refusal('field_invalid', { field: 'until' })
  return { from: new Date(from_ms ?? 0), until: new Date(until_ms ?? 0) }
}

async function draftFor(tx: Transaction, rule: RuleName, set: readonly string[] | undefined): Promise<Draft> {
  const [open] = set === undefined ? await findOpenProposals(tx, trafficRulePublishing.action, rule) : []
  if (!open) return draftOf(await newestOf(tx, rule), rule, { set: set ?? [] })
  const { in_force_from: _announced, ...proposed } = open.payload
  return parseInput(draft, proposed)
}

type Sums = Omit<ReplayedShare, 'plan_id' | 'publisher_id'>

async function present(tx: Transaction, shares: readonly ReplayedShare[]) {
  const plans = await plansNamed(
    tx,
    shares.map(({ plan_id }) => plan_id),
  )
  const publishers = new Map((await allPublishers(tx)).map(({ publisher_id, name }) => [publisher_id, name]))
  return {
    in_all: told(sumOf(shares)),
    by_plan: [...Map.groupBy(shares, ({ plan_id }) => plan_id)].map(([plan_id, of_plan]) => ({
      plan: plans.get(plan_id)?.number ?? plan_id,
      ...told(sumOf(of_plan)),
    })),
    by_publisher: [...Map.groupBy(shares, ({ publisher_id }) => publisher_id)].map(([id, of_publisher]) => ({
      publisher: publishers.get(id) ?? id,
      ...told(sumOf(of_publisher)),
    })),
  }
}

function sumOf(shares: readonly ReplayedShare[]): Sums {
  const sum = (name: keyof Sums) => shares.reduce((total, share) => total + share[name], 0n)
  return {
    recorded: sum('recorded'),
    found: sum('found'),
    newly_invalid: sum('newly_invalid'),
    no_longer_invalid: sum('no_longer_invalid'),
    spend_micros: sum('spend_micros'),
    publisher_micros: sum('publisher_micros'),
    revenue_micros: sum('revenue_micros'),
  }
}

function told(sums: Sums) {
  return {
    recorded: String(sums.recorded),
    found: String(sums.found),
    newly_invalid: String(sums.newly_invalid),
    no_longer_invalid: String(sums.no_longer_invalid),
    spend_returned: formatAmount(sums.spend_micros),
    publishers_lose: formatAmount(sums.publisher_micros),
    revenue_reversed: formatAmount(sums.revenue_micros),
  }
}
