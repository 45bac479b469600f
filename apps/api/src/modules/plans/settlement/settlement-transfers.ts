import { total } from '@adtally/money/money.ts'
import { newId } from '../../../database/identifiers.ts'
import type { Movement } from '../../ledger/index.ts'
import { accountsOf, FEE, followedPlanFlow, PROMO, planCause, planFlow } from '../accounts.ts'
import type { Plan } from '../plans.repository.ts'
import type { SettlementTransfers } from './results.repository.ts'
import type { Receivable, Settlement } from './settle.ts'

/** A settlement's postings in PRODUCT §3's order, and which of them paid whom. */
export function settlementTransfers(
  plan: Plan,
  settled: Settlement,
  leader_id: string | null,
  repaid: readonly Receivable[],
) {
  const { available, unsettled, fee_unearned } = accountsOf(plan)
  const { plan_id } = plan
  const post = posterOf(plan_id)
  const promo = post({
    posting: 'settlement',
    debit: unsettled,
    credit: PROMO,
    amount_micros: settled.startup_return_micros,
    flow: planFlow(plan_id, 'startup', 'virtual_recharge_deduction'),
  })
  const leader =
    leader_id === null
      ? []
      : post({
          posting: 'profit_shared',
          debit: unsettled,
          credit: { code: 'customer_available', owner_id: leader_id },
          amount_micros: settled.profit_share_micros,
          flow: followedPlanFlow(plan_id, 'share', 'profit_sharing'),
        })
  const customer = post({
    posting: 'settlement',
    debit: unsettled,
    credit: available,
    amount_micros: settled.customer_micros - total(repaid.map(({ amount_micros }) => amount_micros)),
    flow: planFlow(plan_id, 'settled', 'ad_billing'),
  })
  const rebate = post({
    posting: 'settlement',
    debit: fee_unearned,
    credit: available,
    amount_micros: settled.rebate_micros,
    flow: planFlow(plan_id, 'rebate', 'ad_billing'),
  })
  const fee = post({
    posting: 'settlement',
    debit: fee_unearned,
    credit: FEE,
    amount_micros: settled.fee_micros,
  })
  const by_payee: SettlementTransfers = { promo, leader, customer, fee, rebate }
  const transfers = [
    ...promo,
    ...leader,
    ...repaid.flatMap((receivable) => repayment(plan, receivable)),
    ...customer,
    ...fee,
    ...rebate,
  ]
  return { transfers, by_payee: kept(by_payee) }
}

type Posted = Pick<Movement, 'debit' | 'credit' | 'amount_micros' | 'posting' | 'flow'>

/** Makes transfers caused by the plan; none for 0. */
function posterOf(plan_id: string) {
  return (transfer: Posted) =>
    transfer.amount_micros === 0n
      ? []
      : [{ ...transfer, id: newId(), kind: 'posted' as const, cause: planCause(plan_id) }]
}

/** A repayment to the creditor, and the receivable that it reduces. */
function repayment(plan: Plan, { advertiser_id, creditor_customer_id, amount_micros }: Receivable) {
  const { plan_id, customer_id } = plan
  const { unsettled } = accountsOf(plan)
  const post = posterOf(plan_id)
  const repaid: Posted =
    creditor_customer_id === null
      ? {
          posting: 'recovery_collected',
          debit: unsettled,
          credit: { code: 'escrow', owner_id: advertiser_id },
          amount_micros,
          flow: planFlow(plan_id, 'repaid', 'system_chargeback'),
        }
      : {
          posting: 'profit_shared',
          debit: unsettled,
          credit: { code: 'customer_available', owner_id: creditor_customer_id },
          amount_micros,
          flow: followedPlanFlow(plan_id, 'repaid-share', 'profit_sharing'),
        }
  return [
    ...post(repaid),
    ...post({
      posting: 'recovery_collected',
      debit: { code: 'recovery', owner_id: customer_id },
      credit: { code: 'receivable', owner_id: customer_id },
      amount_micros,
    }),
  ]
}

function kept(by_payee: SettlementTransfers): SettlementTransfers {
  const short = (list: SettlementTransfers['fee']) =>
    list.map(({ id, amount_micros }) => ({ id, amount_micros }))
  return {
    promo: short(by_payee.promo),
    leader: short(by_payee.leader),
    customer: short(by_payee.customer),
    fee: short(by_payee.fee),
    rebate: short(by_payee.rebate),
  }
}
