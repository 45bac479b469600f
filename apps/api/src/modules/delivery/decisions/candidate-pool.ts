import { recentlyUsed } from '../../../lib/recently-used.ts'
import type { EligibleProduct, Placement } from '../../marketplace/index.ts'
import { isOf } from './page.ts'
import type { PlanSlot } from './plan-slot.ts'
import { AskedAbout, isTargeted, type TargetingRules, targetingKey } from './targeting.ts'
import type { Visit } from './visitor.ts'
import { WeightedSet } from './weighted-set.ts'

/** Kinds of visits whose groups are memoized; seldom more than countries times languages come. */
const VISITS_MAX = 2_000

/** What of a placement decides which plans may be shown there at all. */
export type PoolKind = Pick<
  Placement,
  'format' | 'push' | 'categories_refused' | 'blocked_categories' | 'blocked_domains'
>

/** Why a plan may be shown on no placement of a kind. */
export type Misfit = 'promotional_money' | 'push' | 'format' | 'category' | 'blocked'

/** Plans of one pool that target the same visits. */
interface Group {
  readonly key: string
  readonly rules: TargetingRules
  readonly plans: WeightedSet<PlanSlot>
}

/** The key of a placement's pool. */
export function poolKey(kind: PoolKind): string {
  const { format, push, categories_refused, blocked_categories, blocked_domains } = kind
  const lists = [categories_refused, blocked_categories, blocked_domains]
  return JSON.stringify([format, push, ...lists.map((list) => list.toSorted())])
}

/**
 * The plans that may be shown on placements of one kind, by whom they target: the index out of which a decision draws
 * without looking at every plan. Placements of the same kind share one.
 */
export class CandidatePool {
  readonly #kind: PoolKind
  readonly #groups = new Map<string, Group>()
  readonly #group_of = new Map<PlanSlot, Group>()
  /** Plans that only the publisher's blocks keep out. */
  readonly #blocked = new Set<PlanSlot>()
  readonly #matching = recentlyUsed<string, readonly Group[]>(VISITS_MAX)
  /** What the groups tell visits apart by; null until it is asked for after they changed. */
  #asked_about: AskedAbout | null = null

  constructor(kind: PoolKind) {
    this.#kind = kind
  }

  /** How many plans it holds. */
  get size(): number {
    return this.#group_of.size
  }

  /** Whether it would hold plans but for what the publisher blocks. */
  get is_blocked(): boolean {
    return this.size === 0 && this.#blocked.size > 0
  }

  /** Takes a plan in, weighs it again, moves it or leaves it out, as its terms and product say now. */
  put(slot: PlanSlot): void {
    const misfit = this.misfit(slot)
    if (misfit !== null) {
      this.delete(slot)
      if (misfit === 'blocked') this.#blocked.add(slot)
      return
    }
    this.#blocked.delete(slot)
    const group = this.#groupFor(slot)
    const before = this.#group_of.get(slot)
    if (before !== undefined && before !== group) this.delete(slot)
    group.plans.put(slot, slot.weight)
    this.#group_of.set(slot, group)
  }

  delete(slot: PlanSlot): void {
    this.#blocked.delete(slot)
    const group = this.#group_of.get(slot)
    if (!group) return
    group.plans.delete(slot)
    this.#group_of.delete(slot)
    if (group.plans.size > 0) return
    this.#groups.delete(group.key)
    this.#forget()
  }

  /** The groups that target a visit. Hours and keywords cost nothing where no product here asks about them. */
  matching(visit: Visit): readonly Group[] {
    this.#asked_about ??= new AskedAbout([...this.#groups.values()].map(({ rules }) => rules))
    const key = this.#asked_about.keyOf(visit)
    const known = this.#matching.get(key)
    if (known) return known
    const groups = [...this.#groups.values()].filter(({ rules }) => isTargeted(rules, visit))
    this.#matching.set(key, groups)
    return groups
  }

  /** Why a plan may not be shown on placements of this kind at all, or null. */
  misfit(slot: PlanSlot): Misfit | null {
    return misfitOf(slot, this.#kind)
  }

  #groupFor(slot: PlanSlot): Group {
    const key = targetingKey(slot.product)
    const known = this.#groups.get(key)
    if (known) return known
    const group = { key, rules: slot.product, plans: new WeightedSet<PlanSlot>() }
    this.#groups.set(key, group)
    this.#forget()
    return group
  }

  #forget(): void {
    this.#matching.clear()
    this.#asked_about = null
  }
}

/** Whether a plan may be shown on placements of a kind at all, and if not, why. */
function misfitOf({ plan, product }: PlanSlot, kind: PoolKind): Misfit | null {
  return plan.official_only && kind.push !== 'official' ? 'promotional_money' : productMisfit(product, kind)
}

/** Why no plan on a product may be shown on placements of a kind, or null. */
export function productMisfit(product: EligibleProduct, kind: PoolKind): Misfit | null {
  if (!product.push.includes(kind.push)) return 'push'
  if (!product.creatives.some((creative) => creative.kind === kind.format)) return 'format'
  if (isAmong(kind.categories_refused, product.category)) return 'category'
  return isBlocked(product, kind) ? 'blocked' : null
}

/** Whether a publisher wants a product on none of its placements, by its category or where it leads. */
function isBlocked({ category, landing_url }: EligibleProduct, kind: PoolKind): boolean {
  if (isAmong(kind.blocked_categories, category)) return true
  // No macro stands in a host.
  return kind.blocked_domains.length > 0 && isOf(kind.blocked_domains, new URL(landing_url).host)
}

/** Whether a category is one of these, or a part of one: who leaves out `games` leaves out `games_puzzle`. */
function isAmong(categories: readonly string[], category: string): boolean {
  return categories.some((each) => category === each || category.startsWith(`${each}_`))
}
