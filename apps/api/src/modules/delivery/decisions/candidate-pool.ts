import { recentlyUsed } from '../../../lib/recently-used.ts'
import type { Placement } from '../../marketplace/index.ts'
import type { PlanSlot } from './plan-slot.ts'
import { isTargeted, type TargetingRules, targetingKey } from './targeting.ts'
import type { Visitor } from './visitor.ts'
import { WeightedSet } from './weighted-set.ts'

/** Kinds of visitors whose groups are memoized; seldom more than countries times languages come. */
const VISITORS_MAX = 2_000

/** What of a placement decides which plans may be shown there at all. */
export type PoolKind = Pick<Placement, 'format' | 'push' | 'categories_refused'>

/** Plans of one pool that target the same visitors. */
interface Group {
  readonly key: string
  readonly rules: TargetingRules
  readonly plans: WeightedSet<PlanSlot>
}

/** The key of a placement's pool. */
export function poolKey({ format, push, categories_refused }: PoolKind): string {
  return JSON.stringify([format, push, categories_refused.toSorted()])
}

/**
 * The plans that may be shown on placements of one kind, by whom they target: the index out of which a decision draws
 * without looking at every plan. Placements of the same kind share one.
 */
export class CandidatePool {
  readonly #kind: PoolKind
  readonly #groups = new Map<string, Group>()
  readonly #group_of = new Map<PlanSlot, Group>()
  #matching = recentlyUsed<string, readonly Group[]>(VISITORS_MAX)

  constructor(kind: PoolKind) {
    this.#kind = kind
  }

  /** How many plans it holds. */
  get size(): number {
    return this.#group_of.size
  }

  /** Takes a plan in, weighs it again, moves it or leaves it out, as its terms and product say now. */
  put(slot: PlanSlot): void {
    if (!isCompatible(slot, this.#kind)) {
      this.delete(slot)
      return
    }
    const group = this.#groupFor(slot)
    const before = this.#group_of.get(slot)
    if (before !== undefined && before !== group) this.delete(slot)
    group.plans.put(slot, slot.weight)
    this.#group_of.set(slot, group)
  }

  delete(slot: PlanSlot): void {
    const group = this.#group_of.get(slot)
    if (!group) return
    group.plans.delete(slot)
    this.#group_of.delete(slot)
    if (group.plans.size > 0) return
    this.#groups.delete(group.key)
    this.#matching.clear()
  }

  /** The groups that target a visitor. */
  matching(visitor: Visitor): readonly Group[] {
    const key = `${visitor.country} ${visitor.device} ${visitor.operating_system} ${visitor.language}`
    const known = this.#matching.get(key)
    if (known) return known
    const groups = [...this.#groups.values()].filter(({ rules }) => isTargeted(rules, visitor))
    this.#matching.set(key, groups)
    return groups
  }

  #groupFor(slot: PlanSlot): Group {
    const key = targetingKey(slot.product)
    const known = this.#groups.get(key)
    if (known) return known
    const group = { key, rules: slot.product, plans: new WeightedSet<PlanSlot>() }
    this.#groups.set(key, group)
    this.#matching.clear()
    return group
  }
}

/** Whether a plan may be shown on placements of a kind at all: format, push, category, promotional money. */
function isCompatible({ plan, product }: PlanSlot, kind: PoolKind): boolean {
  if (plan.official_only && kind.push !== 'official') return false
  if (!product.push.includes(kind.push)) return false
  if (kind.categories_refused.includes(product.category)) return false
  return product.creatives.some((creative) => creative.kind === kind.format)
}
