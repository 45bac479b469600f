import type { NamedPayee, PayeeKind, PayoutSource } from '@adtally/contract/operator/finance/parties-money.ts'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { PLATFORM_ID } from '../ledger/index.ts'
import { advertiserById, publisherById } from '../marketplace/index.ts'
import type { Services } from '../services.ts'

/** The kind of party that owns each source account. */
export const PAYEE_OF: Readonly<Record<PayoutSource, PayeeKind>> = {
  publisher_available: 'publisher',
  escrow: 'advertiser',
  acceptor_available: 'acceptor',
  acceptor_bond: 'acceptor',
  own: 'platform',
}

/**
 * The name that a party's bank account must have (acceptors belong to a module above and pass their own): the one that two people verified, and the legal entity's for the
 * platform. Throws `record_not_found`.
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
