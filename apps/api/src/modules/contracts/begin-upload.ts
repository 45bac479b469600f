import { createHash, randomBytes } from 'node:crypto'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Services } from '../services.ts'
import { openToSign } from './open-to-sign.ts'
import { insertUpload } from './repository.ts'

/** How long an upload address is valid. */
export const UPLOAD_TTL_MS = 5 * 60 * 1000

/** The hash that finds an upload by its token; the token itself is not stored. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Creates an address for one upload of the drawn signature, bound to this contract and size. Throws
 * `contract_not_found`, `contract_final`, `contract_outdated`, `contract_signing_unavailable`.
 */
export async function beginUpload(
  services: Services,
  customer_id: string,
  asked: { contract_id: string; bytes: number },
): Promise<{ upload_id: string; token: string; expires_at: Date }> {
  const { contract_id, bytes } = asked
  if (!(await services.contracts.sealer(services.clock.now())))
    throw new Refusal('contract_signing_unavailable')
  const upload_id = newId()
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(services.clock.now_ms() + UPLOAD_TTL_MS)
  await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const contract = await openToSign(services, tx, customer_id, contract_id)
    if (contract.signed_at !== null) throw new Refusal('contract_final', { field: 'contract_id' })
    await insertUpload(tx, {
      upload_id,
      contract_id,
      customer_id,
      token_hash: tokenHash(token),
      bytes,
      expires_at,
    })
  })
  return { upload_id, token, expires_at }
}
