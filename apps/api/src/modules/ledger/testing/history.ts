import * as fc from 'fast-check'
import { newId } from '../../../database/identifiers.ts'
import { POSTINGS, type PostingName } from '../postings.ts'
import { AMOUNT_MAX_MICROS, type Flow, type Transfer } from '../transfer.ts'
import type { World } from './world.ts'

/** One step of a history: a batch of linked groups, or hours that pass. */
export type Step = { groups: Draft[][] } | { hours: number }

/** A transfer without ids and accounts: its numbers pick from what a world has. */
interface Draft {
  kind: Transfer['kind']
  /** A new id, an earlier transfer repeated, or different content under an earlier id. */
  identity: 'new' | 'repeated' | 'clashing'
  nth: number
  pair: number
  debit: number
  /** The credited account: of the same plan and owner, of another, any account at all, or the debited one. */
  credit: number | 'same' | 'wild' | 'itself'
  amount: bigint | null
  flow: number | null
}

const PAIRS = Object.values(POSTINGS).flat()
const NAMES = Object.entries(POSTINGS).flatMap(([name, pairs]) => pairs.map(() => name as PostingName))

const index = fc.nat({ max: 999 })

function oftenFirst<T>(first: T, others: readonly T[], weight: number): fc.Arbitrary<T> {
  return fc.oneof(
    { weight, arbitrary: fc.constant(first) },
    ...others.map((value) => ({ weight: 1, arbitrary: fc.constant(value) })),
  )
}

const draft: fc.Arbitrary<Draft> = fc.record({
  kind: oftenFirst<Transfer['kind']>('posted', ['reversal'], 2),
  identity: oftenFirst<Draft['identity']>('new', ['repeated', 'clashing'], 12),
  nth: index,
  pair: fc.nat({ max: PAIRS.length - 1 }),
  debit: index,
  credit: fc.oneof(
    { weight: 10, arbitrary: fc.constant('same' as const) },
    { weight: 1, arbitrary: index },
    { weight: 1, arbitrary: fc.constantFrom('wild' as const, 'itself' as const) },
  ),
  amount: fc.oneof(
    { weight: 10, arbitrary: fc.bigInt({ min: 1n, max: 60n }) },
    { weight: 2, arbitrary: fc.bigInt({ min: -1n, max: 400n }) },
    { weight: 1, arbitrary: fc.constantFrom(AMOUNT_MAX_MICROS, AMOUNT_MAX_MICROS + 1n, 2n ** 63n - 1n) },
    { weight: 2, arbitrary: fc.constant(null) },
  ),
  flow: fc.option(fc.nat({ max: 3 }), { freq: 2 }),
})

const group = fc.oneof(
  { weight: 3, arbitrary: fc.array(draft, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.array(draft, { minLength: 2, maxLength: 4 }) },
)

/** Random histories: batches with repetitions, clashes, chains and reversals, and hours that pass. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ groups: fc.array(group, { minLength: 1, maxLength: 10 }) }) },
    { weight: 1, arbitrary: fc.record({ hours: fc.integer({ min: 1, max: 2 }) }) },
  ),
  { minLength: 1, maxLength: 8, size: 'max' },
)

const CAUSES = [newId(), newId()]

/** Returns a function that turns drafts, in order, into transfers of a world. */
export function historyMaker(world: World): (drafts: readonly Draft[]) => Transfer[] {
  const made: Transfer[] = []
  const pick = (nth: number) => made[made.length - 1 - (nth % made.length)]
  const make = (one: Draft): Transfer => {
    const earlier = one.identity === 'new' ? undefined : pick(one.nth)
    if (earlier && one.identity === 'repeated') return earlier
    const flow = one.flow === null ? {} : { flow: flowAt(one.flow) }
    const common = {
      id: earlier?.id ?? newId(),
      cause: { kind: 'plan' as const, id: CAUSES[one.nth % 2] ?? '' },
      ...flow,
    }
    if (one.kind === 'posted') return { ...common, ...movementOf(world, one) }
    const amount = one.amount === null ? {} : { amount_micros: one.amount }
    return { kind: 'reversal', ...common, reverses_id: pick(one.nth)?.id ?? newId(), ...amount }
  }
  return (drafts) =>
    drafts.map((one) => {
      const transfer = make(one)
      made.push(transfer)
      return transfer
    })
}

function movementOf(world: World, one: Draft) {
  const [debit_code, credit_code] = PAIRS[one.pair] ?? ['bank', 'suspense']
  const of = (code: string, nth: number) => {
    const candidates = world.accounts.filter((account) => code === 'any' || account.code === code)
    const found = candidates[nth % candidates.length]
    if (!found) throw new Error(`the world has no ${code}`)
    return found
  }
  const posting = NAMES[one.pair]
  const is_wild = one.credit === 'wild'
  const credit = typeof one.credit === 'number' ? one.credit : is_wild ? one.nth : one.debit
  const debit = of(debit_code, one.debit)
  return {
    kind: 'posted' as const,
    debit,
    credit: one.credit === 'itself' ? debit : of(is_wild ? 'any' : credit_code, credit),
    amount_micros: one.amount ?? 10n,
    ...(posting && !is_wild && { posting }),
  }
}

const FLOW_TYPES: readonly Flow['type'][] = ['ad_serving', 'ad_billing', 'hold', 'manual_withdrawal']

function flowAt(nth: number): Flow {
  return {
    id: `line ${nth}`,
    type: FLOW_TYPES[nth] ?? 'hold',
    subject_kind: 'history',
    subject_id: `subject ${nth}`,
  }
}
