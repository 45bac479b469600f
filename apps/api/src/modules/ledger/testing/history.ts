import * as fc from 'fast-check'
import { newId } from '../../../database/identifiers.ts'
import { POSTINGS, type PostingName } from '../postings.ts'
import type { Flow, Transfer } from '../transfer.ts'
import type { World } from './world.ts'

/** One step of a history: a batch of linked groups, or time that passes and what it expires. */
export type Step = { groups: Draft[][] } | { hours: number }

/** A transfer before a world gives it ids and accounts: numbers that pick from what there is. */
interface Draft {
  kind: Transfer['kind']
  /** A new id, an earlier transfer once more, or other content under an earlier id. */
  identity: 'new' | 'repeated' | 'clashing'
  nth: number
  /** Whether a resolution or reversal names any earlier transfer instead of one of the right kind. */
  is_stray: boolean
  pair: number
  debit: number
  /** The other side: of the same plan and owner, of another, any account at all, or the debited one. */
  credit: number | 'same' | 'wild' | 'itself'
  amount: bigint | null
  flow: number | null
  expires_in_hours: number | null
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
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<Transfer['kind']>('posted', 'pending') },
    { weight: 3, arbitrary: fc.constantFrom<Transfer['kind']>('post', 'void', 'reversal') },
  ),
  identity: oftenFirst<Draft['identity']>('new', ['repeated', 'clashing'], 12),
  nth: index,
  is_stray: oftenFirst(false, [true], 9),
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
    { weight: 2, arbitrary: fc.constant(null) },
  ),
  flow: fc.option(fc.nat({ max: 3 }), { freq: 2 }),
  expires_in_hours: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 3 }),
})

const group = fc.oneof(
  { weight: 3, arbitrary: fc.array(draft, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.array(draft, { minLength: 2, maxLength: 4 }) },
)

const plain: fc.Arbitrary<Draft> = fc
  .record({
    draft,
    kind: oftenFirst<Transfer['kind']>('posted', ['pending', 'pending', 'post', 'void'], 3),
    amount: fc.bigInt({ min: 1n, max: 12n }),
    credit: oftenFirst<Draft['credit']>('same', ['wild', 'itself', 1], 60),
  })
  .map(({ draft: rest, ...change }) => ({ ...rest, identity: 'new', expires_in_hours: null, ...change }))

/** Random batches that mostly succeed, resolutions of earlier ones included: what the ledger takes at once. */
export const plainHistories: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    groups: fc.array(fc.array(plain, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 8 },
)

/** Random histories: batches with repetitions, clashes, chains, resolutions and reversals, and hours that pass. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ groups: fc.array(group, { minLength: 1, maxLength: 10 }) }) },
    { weight: 1, arbitrary: fc.record({ hours: fc.integer({ min: 1, max: 2 }) }) },
  ),
  { minLength: 1, maxLength: 8, size: 'max' },
)

/** Turns drafts, in order, into transfers of a world. */
export function historyMaker(world: World): (drafts: readonly Draft[], now: Date) => Transfer[] {
  const made: Transfer[] = []
  const pick = (from: readonly Transfer[], nth: number) => from[from.length - 1 - (nth % from.length)]
  const make = (one: Draft, now: Date): Transfer => {
    const earlier = one.identity === 'new' ? undefined : pick(made, one.nth)
    if (earlier && one.identity === 'repeated') return earlier
    const flow = one.flow === null ? {} : { flow: flowAt(one.flow) }
    const common = {
      id: earlier?.id ?? newId(),
      cause: { kind: 'history', id: `cause ${one.nth % 2}` },
      ...flow,
    }
    if (one.kind === 'posted' || one.kind === 'pending') return { ...common, ...movementOf(world, one, now) }
    const fitting = made.filter(
      ({ kind }) => one.is_stray || (kind === 'pending') === (one.kind !== 'reversal'),
    )
    const target_id = pick(fitting, one.nth)?.id ?? newId()
    const amount = one.amount === null ? {} : { amount_micros: one.amount }
    if (one.kind === 'void') return { kind: 'void', ...common, pending_id: target_id }
    if (one.kind === 'post') return { kind: 'post', ...common, pending_id: target_id, ...amount }
    return { kind: 'reversal', ...common, reverses_id: target_id, ...amount }
  }
  return (drafts, now) =>
    drafts.map((one) => {
      const transfer = make(one, now)
      made.push(transfer)
      return transfer
    })
}

function movementOf(world: World, one: Draft, now: Date) {
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
  const expires = one.kind === 'pending' && one.expires_in_hours !== null
  return {
    kind: one.kind === 'pending' ? ('pending' as const) : ('posted' as const),
    debit,
    credit: one.credit === 'itself' ? debit : of(is_wild ? 'any' : credit_code, credit),
    amount_micros: one.amount ?? 10n,
    ...(posting && !is_wild && { posting }),
    ...(expires && { expires_at: new Date(now.getTime() + (one.expires_in_hours ?? 0) * 3_600_000) }),
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
