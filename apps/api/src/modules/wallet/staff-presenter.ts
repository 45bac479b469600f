import { formatAmount } from '@adtally/money/money.ts'
import type { BankLineRow } from './bank-statements/statements.repository.ts'
import type { HoldView } from './holds/holds.repository.ts'
import type { OpenWithdrawal } from './repository.ts'

/** An unassigned bank line; below zero if money left the account. */
export function presentWaitingLine(row: BankLineRow) {
  return {
    line_id: row.line_id,
    statement_id: row.statement_id,
    rail: row.rail,
    bank_reference: row.bank_reference,
    booked_at: row.booked_at,
    amount: formatAmount(row.amount_micros),
    counterparty_name: row.counterparty_name,
    counterparty_account: row.counterparty_account,
    remittance: row.remittance,
    is_return: row.is_return,
  }
}

/** An open withdrawal; the account is masked, as for the customer. */
export function presentOpenWithdrawal(row: OpenWithdrawal) {
  return {
    withdrawal_id: row.withdrawal_id,
    number: row.number,
    customer_id: row.customer_id,
    status: row.status,
    amount: formatAmount(row.amount_micros),
    rail_fee: formatAmount(row.rail_fee_micros),
    payout: row.payout_micros === null ? null : formatAmount(row.payout_micros),
    beneficiary_id: row.beneficiary_id,
    account_number_masked: row.account_number_masked,
    is_ordered: row.is_ordered,
    recalled_beyond_wallet: formatAmount(row.recalled_beyond_micros),
    requested_at: row.requested_at,
    send_by: row.send_by,
    approved_at: row.approved_at,
    sent_at: row.sent_at,
  }
}

/** An open hold, with its documents and appeals. */
export function presentOpenHold(row: HoldView) {
  return {
    hold_id: row.hold_id,
    customer_id: row.customer_id,
    reason: row.reason,
    amount: formatAmount(row.amount_micros),
    source: row.source,
    withdrawal_id: row.withdrawal_id,
    evidence: row.evidence,
    authority: row.authority,
    document_hash: row.document_hash?.toString('hex') ?? null,
    created_at: row.created_at,
    deadline: row.deadline,
    clock_stopped_at: row.clock_stopped_at,
    is_extended: row.extended_by !== null,
    review_count: row.review_count,
    documents: row.documents.map(({ position, name, file_id, provided_at }) => ({
      position,
      name,
      file_id,
      provided_at,
    })),
    appeals: row.appeals.map(({ appeal_id, grounds, filed_at, decision, answer, decided_at }) => ({
      appeal_id,
      grounds,
      filed_at,
      decision,
      answer,
      decided_at,
    })),
  }
}
