import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import { AHEAD_MAX, type Ahead } from '../ahead.ts'

/**
 * What time will bring to a customer's wallet until a moment: holds that end (unless outstanding documents stop their
 * clock), withdrawals to be sent, and a beneficiary that becomes usable.
 */
export async function walletAhead(
  tx: Transaction,
  { customer_id, until }: { customer_id: string; until: Date },
): Promise<Ahead[]> {
  const { rows } = await sql<Ahead>`
    select 'hold_ends' as kind, deadline as at, hold_id as subject_id, null as name, amount_micros
    from wallet.holds
    where customer_id = ${customer_id} and released_at is null and clock_stopped_at is null and deadline <= ${until}
    union all
    select 'withdrawal_due', send_by, withdrawal_id, number, amount_micros from wallet.withdrawals
    where customer_id = ${customer_id} and status in ('requested', 'approved') and send_by <= ${until}
    union all
    select 'beneficiary_usable', usable_from, beneficiary_id, null, null from wallet.beneficiaries
    where customer_id = ${customer_id} and replaced_at is null and usable_from > platform.now()
      and usable_from <= ${until}
    order by at limit ${AHEAD_MAX}`.execute(tx)
  return rows
}

/** Ids of withdrawals for people to send: requested or approved, and not held. */
export async function withdrawalsToSend(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .selectFrom('wallet.withdrawals as withdrawal')
    .select('withdrawal_id')
    .where('status', 'in', ['requested', 'approved'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('wallet.holds as hold')
            .select('hold_id')
            .whereRef('hold.withdrawal_id', '=', 'withdrawal.withdrawal_id')
            .where('released_at', 'is', null),
        ),
      ),
    )
    .execute()
  return rows.map(({ withdrawal_id }) => withdrawal_id)
}
