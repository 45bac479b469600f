import { confirmPayout, matchPayouts } from '@adtally/contract/operator/finance/parties-money.ts'
import type { StaffInputOf } from '@adtally/contract/operator/statement/staff-call.ts'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { type JobHandler, type Staff, staffVerb } from '../module.ts'
import type { Services } from '../services.ts'
import {
  assignLine,
  type BankLineRow,
  bankAccount,
  lockLine,
  postLine,
  refuseBringer,
  TRANSIT,
  waitingPaidOut,
} from '../wallet/index.ts'
import { isAnySent, lockPayout, movePayout, type PayoutRow } from './repository.ts'
import { NUMBER_PATTERN, payoutNumberIn } from './rules.ts'

const LINES_MAX = 500
const EVERY_MS = 60_000

/** `payouts.match-lines`: confirms payouts by imported bank lines, once a minute while any are under way. */
export const matchLinesJob: JobHandler = {
  kind: 'payouts.match-lines',
  every_ms: EVERY_MS,
  run: async (services, tx) => void (await confirmByLines(services, tx)),
}

/** `match-payouts`: the same at once, for staff who have just imported a statement. */
export const matchPayoutsVerb = staffVerb(matchPayouts, (services) =>
  services.database.transaction({ kind: 'system' }, async (tx) => ({
    confirmed: await confirmByLines(services, tx),
  })),
)

/** Confirms every sent payout whose number a paid-out line of the exact amount names; answers the numbers. */
async function confirmByLines(services: Services, tx: Transaction): Promise<string[]> {
  if (!(await isAnySent(tx))) return []
  const confirmed: string[] = []
  for (const line of await waitingPaidOut(tx, NUMBER_PATTERN, LINES_MAX)) {
    const number = payoutNumberIn(line.remittance)
    const payout = number === null ? undefined : await lockPayout(tx, number)
    if (payout?.status !== 'sent' || payout.amount_micros !== -line.amount_micros) continue
    await confirm(services, tx, payout, line)
    confirmed.push(payout.number)
  }
  return confirmed
}

/** `confirm-payout`: matches a paid-out line of the same amount to a payout whose number the bank lost. */
export const confirmPayoutVerb = staffVerb(confirmPayout, confirmByHand)

async function confirmByHand(
  services: Services,
  staff: Staff,
  { number, line_id }: StaffInputOf<typeof confirmPayout>,
) {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const payout = await lockPayout(tx, number)
    const line = await lockLine(tx, line_id)
    if (!payout) throw new Refusal('record_not_found', { field: 'number' })
    if (!line) throw new Refusal('record_not_found', { field: 'line_id' })
    await refuseBringer(tx, staff, line)
    const fits = line.assigned_kind === null && payout.amount_micros === -line.amount_micros
    if (payout.status !== 'sent' || !fits) throw new Refusal('state_conflict')
    await confirm(services, tx, payout, line)
    await audit.byStaff(tx, staff, {
      action: 'payout.confirmed',
      subject: { kind: 'payout', id: payout.payout_id },
      reason: `Bank line ${line.bank_reference} is payout ${number}`,
    })
    return { number, status: 'confirmed' as const }
  })
}

async function confirm(
  services: Services,
  tx: Transaction,
  payout: PayoutRow,
  line: BankLineRow,
): Promise<void> {
  await postLine(tx, line, { posting: 'party_paid', debit: TRANSIT, credit: bankAccount(line.rail) })
  const confirmed_at = services.clock.now()
  await assignLine(tx, line.line_id, 'payout', payout.payout_id, confirmed_at)
  await movePayout(tx, payout.payout_id, { status: 'confirmed', line_id: line.line_id, confirmed_at })
}
