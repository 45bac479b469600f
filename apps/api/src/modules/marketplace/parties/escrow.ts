import { escrowBooking, matchEscrow, showEscrow } from '@adtally/contract/operator/market/parties.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { publish } from '../../../database/outbox.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { balances } from '../../ledger/index.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { moneyText } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { assignLine, lineOfParty, postLine, SUSPENSE } from '../../wallet/index.ts'
import { insertEscrowTopUp, topUpsOf } from './escrow.repository.ts'
import { advertiserById, allAdvertisers } from './parties.repository.ts'

/** The outbox topic of escrow paid in, which first pays what the advertiser owes (PRODUCT §4). */
export const ESCROW_TOPPED_UP_TOPIC = 'escrow.topped_up'
export const escrowFact = z.strictObject({ advertiser_id: z.uuid() })

/** Staff are shown an advertiser's last ones. */
const TOP_UPS_SHOWN = 200

const escrowBookAct = approvedAct(escrowBooking, {
  payload: z.strictObject({ line_id: z.uuid(), advertiser_id: z.uuid() }),
  facts: async (services, tx, { line_id, advertiser_id }) => {
    const line = await escrowLine(tx, line_id, advertiser_id)
    const amount = moneyText(services, line.amount_micros)
    const advertiser = await advertiserById(tx, advertiser_id)
    return {
      says: `Book ${amount} of bank line ${line.bank_reference}, paid by ${line.counterparty_name}, as the escrow of ${advertiser?.name}`,
      before: { line: 'unassigned' },
      after: { line: 'escrow', amount },
    }
  },
  apply: (services, tx, { line_id, advertiser_id }) => escrowTopUp(services, tx, line_id, advertiser_id),
})

/** `match-escrow`: proposes that a bank line is an advertiser's escrow; the payer must be its own account. */
export const matchEscrowVerb = proposalVerb(matchEscrow, {
  act: escrowBookAct,
  ask: async (_services, tx, { line_id, advertiser_id }) => {
    const { bank_reference } = await escrowLine(tx, line_id, advertiser_id)
    return {
      subject: { kind: 'bank_line', id: line_id },
      payload: { line_id, advertiser_id },
      reason: `Escrow on bank line ${bank_reference}, paid from the advertiser's own account`,
    }
  },
})

/**
 * Books a bank line as an advertiser's escrow, in the caller's transaction; the advertiser's debts are paid next.
 * Throws `record_not_found`, `state_conflict` (assigned already), `deposit_match_refused` (the payer is not the
 * advertiser's own account, PRODUCT §1).
 */
export async function escrowTopUp(
  services: Services,
  tx: Transaction,
  line_id: string,
  advertiser_id: string,
): Promise<{ top_up_id: string; amount: string }> {
  const line = await escrowLine(tx, line_id, advertiser_id)
  const top_up_id = newId()
  const credit = { code: 'escrow', owner_id: advertiser_id } as const
  await postLine(tx, line, { posting: 'party_paid_in', debit: SUSPENSE, credit })
  await insertEscrowTopUp(tx, { top_up_id, advertiser_id, line_id, amount_micros: line.amount_micros })
  await assignLine(tx, line_id, 'escrow', top_up_id, services.clock.now())
  await publish(tx, ESCROW_TOPPED_UP_TOPIC, { advertiser_id }, advertiser_id)
  return { top_up_id, amount: formatAmount(line.amount_micros) }
}

async function escrowLine(tx: Transaction, line_id: string, advertiser_id: string) {
  const advertiser = await advertiserById(tx, advertiser_id)
  if (!advertiser) throw new Refusal('record_not_found', { field: 'advertiser_id' })
  return await lineOfParty(tx, line_id, advertiser)
}

/** An advertiser's free escrow, which no plan reserves. System scope. */
export async function escrowFree(
  tx: Transaction,
  advertiser_ids: readonly string[],
): Promise<Map<string, Micros>> {
  const found = await balances(
    tx,
    advertiser_ids.map((owner_id) => ({ code: 'escrow', owner_id }) as const),
  )
  return new Map(advertiser_ids.map((advertiser_id, index) => [advertiser_id, found[index] ?? 0n]))
}

/** `escrow-show`: free escrow of all advertisers, or of one with the bank lines that paid it in. */
export const escrowShowVerb = staffVerb(showEscrow, (services, _staff, { advertiser_id }) =>
  services.database.transaction({ kind: 'system' }, async (tx) => {
    const advertisers = (await allAdvertisers(tx)).filter(
      (advertiser) => advertiser_id === undefined || advertiser.advertiser_id === advertiser_id,
    )
    const free = await escrowFree(
      tx,
      advertisers.map((advertiser) => advertiser.advertiser_id),
    )
    const top_ups =
      advertiser_id === undefined ? null : await topUpsOf(tx, advertiser_id, undefined, TOP_UPS_SHOWN)
    return advertisers.map((advertiser) => ({
      advertiser_id: advertiser.advertiser_id,
      name: advertiser.name,
      account_name: advertiser.account_name,
      free: formatAmount(free.get(advertiser.advertiser_id) ?? 0n),
      top_ups: top_ups?.map(({ amount_micros, ...top_up }) => ({
        ...top_up,
        amount: formatAmount(amount_micros),
      })),
    }))
  }),
)
