import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Services } from '../services.ts'
import { presentText } from './preview-contract.ts'
import { type ContractRow, contractById } from './repository.ts'

/**
 * A version of this customer's that is signed or whose text is still in force. Throws `contract_not_found`,
 * `contract_outdated`.
 */
export async function openToSign(
  services: Services,
  tx: Transaction,
  customer_id: string,
  contract_id: string,
): Promise<ContractRow> {
  const contract = await contractById(tx, customer_id, contract_id)
  if (!contract) throw new Refusal('contract_not_found', { field: 'contract_id' })
  if (contract.signed_at !== null) return contract
  const present = await presentText(services, tx, customer_id, contract.language_wanted)
  if (!present.content_sha256.equals(contract.content_sha256)) {
    throw new Refusal('contract_outdated', { field: 'contract_id' })
  }
  return contract
}
