import { least, type Micros, total } from '@adtally/money/money.ts'
import type { Account, Cause, Transfer } from '../../ledger/index.ts'
import type { PlanParties } from '../accounts.ts'
import { Funds } from '../funds.ts'
import { type Movement, type Parts, pairUp } from '../running/spend-parts.ts'
import type { SettlementTransfers } from '../settlement/results.repository.ts'
import type { Settlement } from '../settlement/settle.ts'
import { type BookInput, CorrectionBook } from './correction-book.ts'
import { MoneyNotThere, type RestoredMoney } from './restored-money.ts'

/** Spend found invalid at one publisher, with the event's stored numbers. */
export interface InvalidSpend {
  publisher_id: string
  charge_micros: Micros
  fee_micros: Micros
}

/** A conversion and its payout, or what the ledger still has of it. */
export interface PaidConversion {
  conversion_id: string
  payout_micros: Micros
}

/** A settled plan with its settlement before and after. */
export interface Redivided {
  plan: PlanParties
  revision: number
  leader_id: string | null
  before: Settlement
  after: Settlement
  transfers: SettlementTransfers
}

/** The input of a settled plan's correction. */
export interface CorrectionInput extends Redivided {
  cause: Cause
  /** The refund of each part's spend. */
  refund: Parts
  spend: readonly InvalidSpend[]
  /** Reversed conversions. */
  reversed: readonly PaidConversion[]
  /** Conversions that escrow pays only now. */
  added: readonly PaidConversion[]
  /** What an appeal puts back. */
  restored: RestoredMoney | null
  /** Later plans of the same pair with more or less profit above the mark now. */
  later: readonly Redivided[]
  /** What can be taken: each customer's cash, promotional money, and the platform's own money that backs it. */
  free: {
    customers: ReadonlyMap<string, Micros>
    promo_micros: Micros
    own_micros: Micros
    startup_micros: Micros
    escrow_micros: Micros
  }
}

/** A debt that could not be collected. */
export interface Uncollected {
  plan: PlanParties
  revision: number
  customer_id: string
  /** Null for the advertiser's escrow. */
  creditor_customer_id: string | null
  amount_micros: Micros
}

/** A correction's postings, what remains of each settlement's transfers, and what could not be collected. */
export interface Correction {
  transfers: Transfer[]
  kept: SettlementTransfers
  later: SettlementTransfers[]
  uncollected: Uncollected[]
  /** Charges of an appeal that no entry of its verdict fits. */
  anew: Movement<Account, Account>[]
}

/**
 * The differences between settlements as postings (PRODUCT §3, "Invalid after settlement"). First the spend leg, from
 * publishers and fee to available or promo; then what leader and follower owe each other for later plans; then the
 * revenue leg, from promo, leader and customer back to escrow, which gets only what is collected. Each part is
 * returned by reversing the transfer that paid it. What an appeal puts back goes the other way round, revenue first, so
 * that it can pay the spend. Throws `MoneyNotThere` if it can't.
 */
export function correctionOf(input: CorrectionInput): Correction {
  const { plan, before, after, refund, free, cause } = input
  const funds = new Funds(free.customers)
  const book = new CorrectionBook(input)
  book.refundSpend(input.spend, refund, before, after)
  if (!input.restored)
    funds.change(plan.customer_id, refund.cash_micros - (before.rebate_micros - after.rebate_micros))
  const evened = input.later.map((one) => {
    const later = new CorrectionBook({ ...one, cause } satisfies BookInput)
    return { later, uncollected: redivide(later, one, funds, NO_CHANGE) }
  })
  const spent_from = book.transfers.length
  const uncollected = redivide(book, input, funds, {
    ...input,
    promo_micros: input.restored
      ? free.promo_micros
      : free.promo_micros + refund.discount_micros + refund.startup_micros,
    own_micros: free.own_micros,
  })
  const anew = input.restored ? book.chargeSpend(input.restored, refund, before, after) : []
  if (input.restored) refuseMissing(input.restored, refund, plan, funds, free)
  return {
    transfers: [
      ...book.transfers.slice(0, spent_from),
      ...evened.flatMap(({ later }) => later.transfers),
      ...book.transfers.slice(spent_from),
    ],
    kept: book.kept,
    later: evened.map(({ later }) => later.kept),
    uncollected: [...evened.flatMap((one) => one.uncollected), ...uncollected],
    anew,
  }
}

/** Refuses where customer, startup funds, promo or escrow lack what the restoration takes of them. */
function refuseMissing(
  { conversions }: RestoredMoney,
  refund: Parts,
  { customer_id }: PlanParties,
  funds: Funds,
  free: CorrectionInput['free'],
): void {
  const cash_micros = -refund.cash_micros
  const payout_micros = total(conversions.map((conversion) => conversion.payout_micros))
  if (
    funds.upTo(customer_id, cash_micros) < cash_micros ||
    -refund.discount_micros > free.promo_micros ||
    -refund.startup_micros > least(free.startup_micros, free.promo_micros) ||
    payout_micros > free.escrow_micros
  )
    throw new MoneyNotThere('a customer, a fund or an escrow lacks what an appeal puts back')
}

/** The change of a plan's revenue, and the promotional money that can return its share. */
interface RevenueChange {
  reversed: readonly PaidConversion[]
  added: readonly PaidConversion[]
  restored: RestoredMoney | null
  promo_micros: Micros
  own_micros: Micros
}

const NO_CHANGE: RevenueChange = {
  reversed: [],
  added: [],
  restored: null,
  promo_micros: 0n,
  own_micros: 0n,
}

/** A party to a plan's revenue; `escrow` gets back revenue that was withdrawn. */
type Sharer = 'customer' | 'leader' | 'promo' | 'escrow'

/**
 * Takes back from those who got too much of a plan's revenue, as far as they have it, and pays those who got too
 * little: people first, then promo; escrow gets the rest. Who can't pay back owes it to whoever went short.
 */
function redivide(
  book: CorrectionBook,
  { plan, revision, leader_id, before, after }: Redivided,
  funds: Funds,
  change: RevenueChange,
): Uncollected[] {
  const owners = { customer: plan.customer_id, leader: leader_id ?? '' }
  const gone = {
    customer: before.customer_micros - after.customer_micros,
    leader: before.profit_share_micros - after.profit_share_micros,
    promo: before.startup_return_micros - after.startup_return_micros,
  }
  const debts: Side[] = []
  const credits: Side[] = []
  let pool = book.addConversions(change.added) + book.restoreConversions(change.restored)
  for (const payee of ['promo', 'leader', 'customer'] as const) {
    if (gone[payee] <= 0n) continue
    const can =
      payee === 'promo'
        ? change.promo_micros + book.fillPromo(gone.promo - change.promo_micros, change.own_micros)
        : funds.upTo(owners[payee], gone[payee])
    const taken = book.takeBack(payee, least(gone[payee], can))
    if (payee !== 'promo') funds.change(owners[payee], -taken)
    pool += taken
    debts.push({ key: payee, amount_micros: gone[payee] - taken })
  }
  for (const payee of ['customer', 'leader', 'promo'] as const) {
    if (gone[payee] >= 0n) continue
    const paid = book.payOut(payee, leader_id, least(-gone[payee], pool))
    if (payee !== 'promo') funds.change(owners[payee], paid)
    pool -= paid
    credits.push({ key: payee, amount_micros: -gone[payee] - paid })
  }
  book.returnToEscrow(change.reversed, pool)
  const escrow_due = total(change.reversed.map(({ payout_micros }) => payout_micros))
  credits.push({ key: 'escrow', amount_micros: escrow_due - pool })
  return owedBetween(book, { plan, revision }, owners, pairUp(debts, credits))
}

interface Side {
  key: Sharer
  amount_micros: Micros
}

/** Books people's debts to escrow and to each other; the platform bears what promo owes or is owed. */
function owedBetween(
  book: CorrectionBook,
  corrected: Pick<Redivided, 'plan' | 'revision'>,
  owners: { customer: string; leader: string },
  movements: readonly { source: Sharer; destination: Sharer; amount_micros: Micros }[],
): Uncollected[] {
  const ownerOf = (sharer: Sharer) => (sharer === 'customer' || sharer === 'leader' ? owners[sharer] : null)
  return movements.flatMap(({ source, destination, amount_micros }) => {
    const customer_id = ownerOf(source)
    if (customer_id === null || destination === 'promo') return []
    book.owe(customer_id, amount_micros)
    return [{ ...corrected, customer_id, creditor_customer_id: ownerOf(destination), amount_micros }]
  })
}
