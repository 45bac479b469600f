import { least, type Micros, total } from '@adtally/money/money.ts'
import { newId } from '../../database/identifiers.ts'
import { type Account, type Flow, PLATFORM_ID, type PostingName, type Transfer } from '../ledger/index.ts'
import {
  accountsOf,
  correctionLine,
  FEE,
  type PlanParties,
  PROMO,
  partAccounts,
  planFlow,
} from './accounts.ts'
import { earners } from './bill-spend.ts'
import type { Plan } from './plans.repository.ts'
import type { SettlementTransfers } from './results.repository.ts'
import type { Settlement } from './settle.ts'
import { type Parts, pairUp } from './spend-parts.ts'

/** Spend found invalid at one publisher, by the event's stored numbers. */
export interface InvalidSpend {
  publisher_id: string
  charge_micros: Micros
  fee_micros: Micros
}

/** What a settled plan's correction starts from. */
export interface CorrectionInput {
  plan: Plan
  revision: number
  cause: { kind: string; id: string }
  before: Settlement
  after: Settlement
  /** What each part gets back of the spend. */
  refund: Parts
  spend: readonly InvalidSpend[]
  /** Conversions taken back, with what is left of each in the ledger. */
  reversed: readonly { conversion_id: string; payout_micros: Micros }[]
  /** Conversions paid from escrow only now. */
  added: readonly { conversion_id: string; payout_micros: Micros }[]
  transfers: SettlementTransfers
  /** What can be taken: of the customer's cash, of promotional money, and of the platform's own that stands behind it. */
  free: { available_micros: Micros; promo_micros: Micros; own_micros: Micros }
}

/** The postings of a correction, and what could not be collected. */
export interface Correction {
  transfers: Transfer[]
  kept: SettlementTransfers
  uncollected_micros: Micros
}

/**
 * The differences between two settlements as postings (PRODUCT §3, "Invalid after settlement"): spend leg first, from
 * publishers and fee to available or promo; then the revenue leg, from promo and customer back to escrow, which gets
 * only what is collected. Everybody's part goes back as a reversal of what settled it.
 */
export function correctionOf(input: CorrectionInput): Correction {
  const { plan, after, before, free, refund } = input
  const book = new Book(input)
  book.refundSpend()
  const refunded_cash = refund.cash_micros - (before.rebate_micros - after.rebate_micros)
  const refunded_promo = refund.discount_micros + refund.startup_micros
  const { unsettled, available } = accountsOf(plan)
  let pool = book.addConversions()
  const customer_owes = before.customer_micros - after.customer_micros
  const promo_owes = before.startup_return_micros - after.startup_return_micros
  const promo_micros = free.promo_micros + refunded_promo
  pool += book.takeBack('promo', least(promo_owes, promo_micros + book.fillPromo(promo_owes - promo_micros)))
  const collected = book.takeBack('customer', least(customer_owes, free.available_micros + refunded_cash))
  pool += collected
  pool -= book.payMore('promo', least(-promo_owes, pool), unsettled, PROMO)
  pool -= book.payMore('customer', least(-customer_owes, pool), unsettled, available)
  book.returnToEscrow(pool)
  const uncollected_micros = customer_owes > collected ? customer_owes - collected : 0n
  book.owe(uncollected_micros)
  return { transfers: book.transfers, kept: book.kept, uncollected_micros }
}

type Payee = keyof SettlementTransfers

/** Writes a correction's transfers down one after the other. */
class Book {
  readonly transfers: Transfer[] = []
  readonly kept: SettlementTransfers
  readonly #input: CorrectionInput
  readonly #flow: Flow

  constructor(input: CorrectionInput) {
    this.#input = input
    this.kept = structuredClone(input.transfers)
    this.#flow = planFlow(input.plan.plan_id, correctionLine(input.revision), 'system_chargeback')
  }

  /** Publishers' shares and the fee back to the plan's parts, and from there to their sources at once. */
  refundSpend(): void {
    const { plan, refund, spend, before, after } = this.#input
    if (spend.length === 0) return
    const parts = partAccounts(plan, refund).map((part) => ({ key: part, amount_micros: part.amount_micros }))
    const movements = pairUp(earners(plan, spend), parts)
    const isFee = (account: Account) => account.code === 'fee_unearned'
    const refundAll = (from_fee: boolean) => {
      for (const { source, destination, amount_micros } of movements) {
        if (isFee(source) !== from_fee) continue
        this.#post('invalid_before_settlement', source, destination.account, amount_micros)
        const origin = destination.code === 'plan_cash' ? destination.source : PROMO
        this.#post('settlement', destination.account, origin, amount_micros)
      }
    }
    refundAll(false)
    const { fee_unearned, available } = accountsOf(plan)
    this.takeBack('rebate', before.rebate_micros - after.rebate_micros)
    this.takeBack('fee', before.fee_micros - after.fee_micros)
    this.payMore('rebate', after.rebate_micros - before.rebate_micros, fee_unearned, available)
    this.payMore('fee', after.fee_micros - before.fee_micros, fee_unearned, FEE)
    refundAll(true)
  }

  /** Owed conversions that escrow can pay now; answers their sum. */
  addConversions(): Micros {
    const { plan, added } = this.#input
    const { escrow, reserved, unsettled } = accountsOf(plan)
    for (const { conversion_id, payout_micros } of added) {
      this.#post('conversion', escrow, reserved, payout_micros)
      this.#post('conversion', reserved, unsettled, payout_micros, conversion_id)
    }
    return total(added.map(({ payout_micros }) => payout_micros))
  }

  /** The platform's own money makes up for promotional money that is lent out; answers how much. */
  fillPromo(short_micros: Micros): Micros {
    const amount_micros = least(short_micros, this.#input.free.own_micros)
    if (amount_micros <= 0n) return 0n
    this.#post('platform_allotted', { code: 'own', owner_id: PLATFORM_ID }, PROMO, amount_micros)
    return amount_micros
  }

  /** Reverses up to `amount_micros` of what settled a payee; answers how much. */
  takeBack(payee: Payee, amount_micros: Micros): Micros {
    let wanted = amount_micros
    for (const kept of this.kept[payee]) {
      const taken = least(wanted, kept.amount_micros)
      if (taken <= 0n) continue
      this.#reverse(kept.id, taken)
      kept.amount_micros -= taken
      wanted -= taken
    }
    return amount_micros > 0n ? amount_micros - wanted : 0n
  }

  /** Pays a payee more; answers how much. */
  payMore(payee: Payee, amount_micros: Micros, debit: Account, credit: Account): Micros {
    if (amount_micros <= 0n) return 0n
    const id = this.#post('settlement', debit, credit, amount_micros)
    this.kept[payee].push({ id, amount_micros })
    return amount_micros
  }

  /** What was collected goes back through the reversed conversions to escrow. */
  returnToEscrow(amount_micros: Micros): void {
    let left = amount_micros
    for (const { conversion_id, payout_micros } of this.#input.reversed) {
      const returned = least(left, payout_micros)
      if (returned <= 0n) continue
      this.#reverse(conversion_id, returned)
      left -= returned
    }
    const { reserved, escrow } = accountsOf(this.#input.plan)
    if (amount_micros > left) this.#post('settlement', reserved, escrow, amount_micros - left)
  }

  /** What the customer could not give back: a receivable that later settlements repay. */
  owe(amount_micros: Micros): void {
    if (amount_micros === 0n) return
    const { customer_id }: PlanParties = this.#input.plan
    this.#post(
      'recovery_owed',
      { code: 'receivable', owner_id: customer_id },
      { code: 'recovery', owner_id: customer_id },
      amount_micros,
    )
  }

  #post(posting: PostingName, debit: Account, credit: Account, amount_micros: Micros, id = newId()): string {
    const { cause } = this.#input
    this.transfers.push({
      id,
      kind: 'posted',
      posting,
      debit,
      credit,
      amount_micros,
      cause,
      flow: this.#flow,
    })
    return id
  }

  #reverse(reverses_id: string, amount_micros: Micros): void {
    const { cause } = this.#input
    this.transfers.push({
      id: newId(),
      kind: 'reversal',
      reverses_id,
      amount_micros,
      cause,
      flow: this.#flow,
    })
  }
}
