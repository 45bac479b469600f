import { least, type Micros, total } from '@adtally/money/money.ts'
import { newId } from '../../../database/identifiers.ts'
import {
  type Account,
  type Cause,
  type Flow,
  PLATFORM_ID,
  type PostingName,
  type Transfer,
} from '../../ledger/index.ts'
import {
  accountsOf,
  correctionLine,
  FEE,
  followedPlanFlow,
  type PlanParties,
  PROMO,
  partAccounts,
  planFlow,
} from '../accounts.ts'
import { earners } from '../running/bill-spend.ts'
import { type Movement, minus, NO_PARTS, type Parts, pairUp } from '../running/spend-parts.ts'
import type { SettlementTransfers } from '../settlement/results.repository.ts'
import type { Settlement } from '../settlement/settle.ts'
import { chargeAgain, reversalsOf } from './charge-again.ts'
import type { InvalidSpend, PaidConversion } from './correction.ts'
import { conversionsAgain, MoneyNotThere, type RestoredMoney } from './restored-money.ts'

export type Payee = keyof SettlementTransfers

/** The plan being corrected, and the revision. */
export interface BookInput {
  plan: PlanParties
  revision: number
  cause: Cause
  transfers: SettlementTransfers
}

/** Builds the transfers of one plan's correction, and keeps track of what remains of its settlement's. */
export class CorrectionBook {
  readonly transfers: Transfer[] = []
  readonly kept: SettlementTransfers
  readonly #input: BookInput
  readonly #flow: Flow

  constructor(input: BookInput) {
    this.#input = input
    this.kept = structuredClone(input.transfers)
    this.#flow = planFlow(input.plan.plan_id, correctionLine(input.revision), 'system_chargeback')
  }

  /** Returns publishers' shares and the fee to the plan's parts, and from there to their sources at once. */
  refundSpend(spend: readonly InvalidSpend[], refund: Parts, before: Settlement, after: Settlement): void {
    if (spend.length === 0) return
    const { plan } = this.#input
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
    this.#divideFee(before, after)
    refundAll(true)
  }

  /**
   * Charges spend that an appeal puts back: what was returned goes back into the plan's parts, and from there to earners.
   * Answers what no entry of the verdict fits. Throws `MoneyNotThere` where less was returned.
   */
  chargeSpend(
    { spend, entries, returned }: RestoredMoney,
    refund: Parts,
    before: Settlement,
    after: Settlement,
  ): Movement<Account, Account>[] {
    if (spend.length === 0) return []
    const { plan } = this.#input
    const parts = partAccounts(plan, minus(NO_PARTS, refund))
    for (const { code, amount_micros } of parts) {
      const reversals = reversalsOf(
        returned.filter(({ debit }) => debit.code === code),
        amount_micros,
      )
      if (!reversals) throw new MoneyNotThere('less was returned than an appeal puts back')
      for (const { reverses_id, amount_micros: taken } of reversals) this.#reverse(reverses_id, taken)
    }
    const sides = parts.map(({ account, amount_micros }) => ({ key: account, amount_micros }))
    const { reversals, anew } = chargeAgain(entries, sides, earners(plan, spend))
    for (const { reverses_id, amount_micros } of reversals) this.#reverse(reverses_id, amount_micros)
    for (const { source, destination, amount_micros } of anew)
      this.#post('spend', source, destination, amount_micros)
    this.#divideFee(before, after)
    return anew
  }

  #divideFee(before: Settlement, after: Settlement): void {
    const { fee_unearned, available } = accountsOf(this.#input.plan)
    this.takeBack('rebate', before.rebate_micros - after.rebate_micros)
    this.takeBack('fee', before.fee_micros - after.fee_micros)
    this.#payMore('rebate', after.rebate_micros - before.rebate_micros, fee_unearned, available)
    this.#payMore('fee', after.fee_micros - before.fee_micros, fee_unearned, FEE)
  }

  /** Pays conversions that an appeal puts back from the advertiser's escrow; answers their sum. */
  restoreConversions(restored: RestoredMoney | null): Micros {
    if (!restored) return 0n
    const { plan } = this.#input
    const { escrow, reserved } = accountsOf(plan)
    const payout_micros = total(restored.conversions.map((conversion) => conversion.payout_micros))
    if (payout_micros > 0n) this.#post('conversion', escrow, reserved, payout_micros)
    const { reversals, anew } = conversionsAgain(plan, restored)
    for (const { reverses_id, amount_micros } of reversals) this.#reverse(reverses_id, amount_micros)
    for (const { source, destination, amount_micros } of anew)
      this.#post('conversion', source, destination, amount_micros)
    return payout_micros
  }

  /** Pays owed conversions that escrow can cover now; answers their sum. */
  addConversions(added: readonly PaidConversion[]): Micros {
    const { escrow, reserved, unsettled } = accountsOf(this.#input.plan)
    for (const { conversion_id, payout_micros } of added) {
      this.#post('conversion', escrow, reserved, payout_micros)
      this.#post('conversion', reserved, unsettled, payout_micros, conversion_id)
    }
    return total(added.map(({ payout_micros }) => payout_micros))
  }

  /** Uses the platform's own money to replace promotional money that is in use; answers how much. */
  fillPromo(short_micros: Micros, own_micros: Micros): Micros {
    const amount_micros = least(short_micros, own_micros)
    if (amount_micros <= 0n) return 0n
    this.#post('platform_allotted', { code: 'own', owner_id: PLATFORM_ID }, PROMO, amount_micros)
    return amount_micros
  }

  /** Reverses up to `amount_micros` of a payee's settlement transfers; answers how much. */
  takeBack(payee: Payee, amount_micros: Micros): Micros {
    let wanted = amount_micros
    for (const kept of this.kept[payee]) {
      const taken = least(wanted, kept.amount_micros)
      if (taken <= 0n) continue
      this.#reverse(kept.id, taken, payee === 'leader')
      kept.amount_micros -= taken
      wanted -= taken
    }
    return amount_micros > 0n ? amount_micros - wanted : 0n
  }

  /** Pays a payee more of the revenue; answers how much. */
  payOut(payee: 'promo' | 'leader' | 'customer', leader_id: string | null, amount_micros: Micros): Micros {
    const { unsettled, available } = accountsOf(this.#input.plan)
    if (payee === 'promo') return this.#payMore(payee, amount_micros, unsettled, PROMO)
    if (payee === 'customer') return this.#payMore(payee, amount_micros, unsettled, available)
    if (leader_id === null)
      throw new RangeError('A correction has a share of profit but no leader to pay it to')
    return this.#payMore(payee, amount_micros, unsettled, {
      code: 'customer_available',
      owner_id: leader_id,
    })
  }

  /** Returns what was collected to escrow, through the reversed conversions. */
  returnToEscrow(reversed: readonly PaidConversion[], amount_micros: Micros): void {
    let left = amount_micros
    for (const { conversion_id, payout_micros } of reversed) {
      const returned = least(left, payout_micros)
      if (returned <= 0n) continue
      this.#reverse(conversion_id, returned)
      left -= returned
    }
    const { reserved, escrow } = accountsOf(this.#input.plan)
    if (amount_micros > left) this.#post('settlement', reserved, escrow, amount_micros - left)
  }

  /** Books what somebody could not return as a receivable, which their later settlements repay. */
  owe(customer_id: string, amount_micros: Micros): void {
    const receivable = { code: 'receivable', owner_id: customer_id } as const
    this.#post('recovery_owed', receivable, { code: 'recovery', owner_id: customer_id }, amount_micros)
  }

  #payMore(payee: Payee, amount_micros: Micros, debit: Account, credit: Account): Micros {
    if (amount_micros <= 0n) return 0n
    const posting = payee === 'leader' ? 'profit_shared' : 'settlement'
    const id = this.#post(posting, debit, credit, amount_micros)
    this.kept[payee].push({ id, amount_micros })
    return amount_micros
  }

  #post(posting: PostingName, debit: Account, credit: Account, amount_micros: Micros, id = newId()): string {
    const { cause } = this.#input
    const flow = this.#flowOf(posting === 'profit_shared')
    this.transfers.push({ id, kind: 'posted', posting, debit, credit, amount_micros, cause, flow })
    return id
  }

  #reverse(reverses_id: string, amount_micros: Micros, of_leader = false): void {
    const { cause } = this.#input
    const flow = this.#flowOf(of_leader)
    this.transfers.push({ id: newId(), kind: 'reversal', reverses_id, amount_micros, cause, flow })
  }

  #flowOf(of_leader: boolean): Flow {
    if (!of_leader) return this.#flow
    const { plan, revision } = this.#input
    return followedPlanFlow(plan.plan_id, correctionLine(revision), 'system_chargeback')
  }
}
