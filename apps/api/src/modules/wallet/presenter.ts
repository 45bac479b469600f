import type { OutputOf } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import type {
  bankCardEdit,
  flowLine,
  hold,
  transactionFlowDetail,
  withdraw,
} from '@adtally/contract/money/wallet.ts'
import { message } from '@adtally/i18n/server.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type * as z from 'zod/mini'
import type { EntryRow, FlowLineRow } from '../ledger/index.ts'
import type { BeneficiaryRow } from './beneficiaries/beneficiaries.repository.ts'
import { flowName } from './funds/flow-name.ts'
import type { HoldView } from './holds/holds.repository.ts'
import type { WithdrawalView } from './repository.ts'
import { CANCELLABLE_STATUSES } from './rules.ts'

/** A beneficiary for its owner: masked. */
export function presentBeneficiary(row: BeneficiaryRow): OutputOf<typeof bankCardEdit> {
  return {
    beneficiary_id: row.beneficiary_id,
    kind: row.kind,
    bank_name: row.bank_name,
    network: row.network,
    beneficiary_name_masked: row.beneficiary_name_masked,
    account_number_masked: row.account_number_masked,
    branch_name: row.branch_name,
    bank_address_masked: row.bank_address_masked,
    changed_at: row.changed_at.toISOString(),
    usable_from: row.usable_from.toISOString(),
  }
}

/** A hold with its reason, clock and how to appeal, in the customer's language. */
export function presentHold(row: HoldView, language: Language): z.infer<typeof hold> {
  return {
    hold_id: row.hold_id,
    reason: row.reason,
    amount: formatAmount(row.amount_micros),
    created_at: row.created_at.toISOString(),
    deadline: row.clock_stopped_at === null ? row.deadline.toISOString() : null,
    explanation: message(language, `holds.${row.reason}.explanation`),
    appeal: message(language, `holds.${row.reason}.appeal`),
    authority: row.authority,
    withdrawal_id: row.withdrawal_id,
    released_at: row.released_at?.toISOString() ?? null,
    documents: row.documents.map(({ position, name, provided_at }) => ({
      position,
      name,
      provided_at: provided_at?.toISOString() ?? null,
    })),
    last_appeal: presentAppeal(row.appeals.at(-1)),
  }
}

function presentAppeal(row: HoldView['appeals'][number] | undefined): z.infer<typeof hold>['last_appeal'] {
  if (!row) return null
  const { appeal_id, grounds, decision, answer } = row
  const decided_at = row.decided_at?.toISOString() ?? null
  return { appeal_id, grounds, filed_at: row.filed_at.toISOString(), decision, answer, decided_at }
}

/** A withdrawal with its deadline; `holds` are the customer's open ones. */
export function presentWithdrawal(
  row: WithdrawalView,
  holds: readonly HoldView[],
  language: Language,
): OutputOf<typeof withdraw> {
  const of_it = holds.filter((one) => one.withdrawal_id === row.withdrawal_id)
  const open = of_it.at(-1)
  return {
    withdrawal_id: row.withdrawal_id,
    number: row.number,
    amount: formatAmount(row.amount_micros),
    rail_fee: formatAmount(row.rail_fee_micros),
    status: row.status,
    is_cancellable: CANCELLABLE_STATUSES.includes(row.status) && !row.is_ordered,
    beneficiary: row.account_number_masked,
    requested_at: row.requested_at.toISOString(),
    send_by: row.send_by.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    ended_reason: row.ended_reason,
    hold: open ? presentHold(open, language) : null,
    held: formatAmount(of_it.reduce((sum, one) => sum + one.amount_micros, 0n)),
    payout: row.payout_micros === null ? null : formatAmount(row.payout_micros),
    bank_line: row.bank_reference,
  }
}

/** One fund-flow line. The remark names its type in the customer's language; `numbers` has the subjects' numbers. */
export function presentFlowLine(
  row: FlowLineRow,
  language: Language,
  numbers: ReadonlyMap<string, string>,
): z.infer<typeof flowLine> {
  return {
    id: row.flow_id,
    type: row.type,
    time: row.first_at.toISOString(),
    amount: formatAmount(row.amount_micros),
    parts: {
      available: formatAmount(row.available_micros),
      pending_spend: formatAmount(row.pending_spend_micros),
      to_be_settled: formatAmount(row.to_be_settled_micros),
      on_hold: formatAmount(row.on_hold_micros),
      discount: formatAmount(row.discount_micros),
      startup: formatAmount(row.startup_micros),
    },
    remark: message(language, `flows.${flowName(row)}`),
    subject_kind: row.subject_kind,
    subject_id: row.subject_id,
    number: numbers.get(row.subject_id) ?? null,
  }
}

/** One immutable entry behind a figure. */
export function presentEntry(
  row: EntryRow,
): OutputOf<typeof transactionFlowDetail>['entries']['items'][number] {
  return {
    transfer_id: row.id,
    time: row.created_at.toISOString(),
    posting: row.posting,
    debit: row.debit_code,
    credit: row.credit_code,
    amount: formatAmount(row.amount_micros),
    cause_kind: row.cause_kind,
    cause_id: row.cause_id,
  }
}
