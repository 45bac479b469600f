import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'

/** An entry of the platform's own money made by two people, with the amount reversed since. */
export interface PlatformEntry {
  entry_id: string
  /** The proposal that made it. */
  proposal_id: string
  posting: string
  debit_code: string
  credit_code: string
  amount_micros: Micros
  reversed_micros: Micros
  booked_at: Date
  reason: string
  proposed_by: string
  approved_by: string
}

const ENTRIES = sql`
  select
    entry.id as entry_id, proposal.proposal_id, entry.posting, debit.code as debit_code, credit.code as credit_code,
    entry.amount_micros, entry.created_at as booked_at, proposal.reason, maker.username as proposed_by,
    checker.username as approved_by,
    coalesce((
      select sum(reversal.amount_micros) from ledger.transfers as reversal where reversal.reverses_id = entry.id
    ), 0)::bigint as reversed_micros
  from operators.proposals as proposal
  join operators.decisions as decision using (proposal_id)
  join operators.staff as maker on maker.staff_id = proposal.maker_id
  join operators.staff as checker on checker.staff_id = decision.checker_id
  join ledger.transfers as entry on entry.cause_id = proposal.proposal_id and entry.cause_kind = 'proposal'
  join ledger.accounts as debit on debit.id = entry.debit_account_id
  join ledger.accounts as credit on credit.id = entry.credit_account_id
  where proposal.subject_kind = 'platform_money' and proposal.action = 'platform-money.move'
    and entry.reverses_id is null`

/** The entry of the platform's own money that this proposal made. Needs system scope. */
export async function platformEntryOf(
  tx: Transaction,
  proposal_id: string,
): Promise<PlatformEntry | undefined> {
  const { rows } = await sql<PlatformEntry>`${ENTRIES} and proposal.proposal_id = ${proposal_id}`.execute(tx)
  return rows[0]
}

/** Entries of the platform's own money, last proposed first, optionally after one of them. Needs system scope. */
export async function platformEntries(
  tx: Transaction,
  before: string | undefined,
  limit: number,
): Promise<PlatformEntry[]> {
  const rest = before === undefined ? sql`` : sql`and proposal.proposal_id < ${before}`
  const { rows } = await sql<PlatformEntry>`
    ${ENTRIES} ${rest} order by proposal.proposal_id desc limit ${limit}`.execute(tx)
  return rows
}
