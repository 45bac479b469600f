import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { PLATFORM_ID } from '../ledger/index.ts'
import { advertiserById, publisherById } from '../marketplace/index.ts'
import type { Services } from '../services.ts'
import type { PayeeKind, PayoutSource } from './tables.ts'

/** Whose account each source is. */
export const PAYEE_OF: Readonly<Record<PayoutSource, PayeeKind>> = {
  publisher_available: 'publisher',
  escrow: 'advertiser',
  acceptor_available: 'acceptor',
  acceptor_bond: 'acceptor',
  own: 'platform',
}

/** A party that this module can look up: acceptors stand above it and name themselves. */
export const NAMED_PAYEES = ['publisher', 'advertiser', 'platform'] as const
export type NamedPayee = (typeof NAMED_PAYEES)[number]

/**
 * The name in which a party's bank account must be: as two people verified it; the platform's own is the legal
 * entity's. Throws `record_not_found`.
 */
export async function verifiedAccountName(
  services: Services,
  tx: Transaction,
  payee_kind: NamedPayee,
  payee_id: string,
): Promise<string> {
  if (payee_kind === 'platform') {
    if (payee_id !== PLATFORM_ID) throw new Refusal('record_not_found', { field: 'payee_id' })
    return services.settings.deposit_account.holder
  }
  const party =
    payee_kind === 'publisher' ? await publisherById(tx, payee_id) : await advertiserById(tx, payee_id)
  if (!party) throw new Refusal('record_not_found', { field: 'payee_id' })
  return party.account_name
}
