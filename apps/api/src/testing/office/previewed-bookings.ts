import { appendFileSync } from 'node:fs'
import { formatAmount } from '@adtally/money/money.ts'

type AsOwner = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** An approval, with what its checker was told would be booked and what its transaction has booked. */
export interface PreviewedBooking {
  action: string
  proposal_id: string
  /** Null where it was only described. */
  seen: string[] | null
  booked: string[]
}

const PLATFORM_OWNER = '00000000-0000-7000-8000-000000000001'

/**
 * Every approval in a database with its bookings, which are read from the entries that its transaction wrote, and by nothing
 * that told the checker of them.
 */
export async function previewedBookings(asOwner: AsOwner, currency: string): Promise<PreviewedBooking[]> {
  const approvals = await asOwner(`
    select action, proposal_id::text, customer_id::text, decision.facts -> 'booked' as seen,
      (decided_in::text::numeric % 4294967296)::text as written_in
    from operators.decisions as decision join operators.proposals as proposal using (proposal_id)
    where verdict = 'approved' and not is_trial and decision.facts ? 'says'`)
  const sums = await asOwner(
    `
    select transfer.xmin::text as written_in, posting, debit.code as debit, debit.owner_id::text as debit_owner,
      credit.code as credit, credit.owner_id::text as credit_owner, sum(transfer.amount_micros)::text as micros
    from ledger.transfers as transfer
    join ledger.accounts as debit on debit.id = transfer.debit_account_id
    join ledger.accounts as credit on credit.id = transfer.credit_account_id
    where transfer.xmin::text = any ($1) group by 1, 2, 3, 4, 5, 6`,
    [approvals.map(({ written_in }) => String(written_in))],
  )
  return approvals.map(({ action, proposal_id, customer_id, seen, written_in }) => {
    const nameOf = (code: unknown, owner: unknown) =>
      owner === PLATFORM_OWNER || owner === customer_id ? `${code}` : `${code} of ${owner}`
    const booked = sums
      .filter((sum) => sum.written_in === written_in)
      .map(
        (sum) =>
          `${formatAmount(BigInt(String(sum.micros)))} ${currency} from ${nameOf(sum.debit, sum.debit_owner)} to ${nameOf(sum.credit, sum.credit_owner)} (${sum.posting})`,
      )
    return {
      action: String(action),
      proposal_id: String(proposal_id),
      seen: Array.isArray(seen) ? seen.map(String).toSorted() : null,
      booked: booked.toSorted(),
    }
  })
}

/** Approvals that booked anything else than their checkers were told, to the micro-unit; those only described aside. */
export function misledCheckers(approvals: readonly PreviewedBooking[]): PreviewedBooking[] {
  return approvals.filter(({ seen, booked }) => seen !== null && seen.join('\n') !== booked.join('\n'))
}

/** Notes the acts of a database's approvals for `npm test`, which asks in the end whether each act was among them. */
export function noteActs(approvals: readonly PreviewedBooking[]): void {
  const { APPROVED_ACTS_FILE } = process.env
  if (APPROVED_ACTS_FILE === undefined || approvals.length === 0) return
  const lines = approvals.map(({ action, seen }) => `${action} ${seen === null ? 'described' : 'tried'}\n`)
  // Several workers append to it, each in one write.
  appendFileSync(APPROVED_ACTS_FILE, [...new Set(lines)].join(''))
}
