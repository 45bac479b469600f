import { createHash } from 'node:crypto'
import type { OutputOf } from '@adtally/contract/call.ts'
import type {
  contractDetail,
  contractFile,
  contractList,
  contractReceipt,
} from '@adtally/contract/contracts.ts'
import { Refusal } from '../../lib/refusal.ts'
import { receiptOf } from '../audit/index.ts'
import { pageOf } from '../paging.ts'
import type { Services } from '../services.ts'
import { presentContract } from './presenter.ts'
import { presentText } from './preview-contract.ts'
import { contractById, signedContracts } from './repository.ts'

/** The latest signed contract, and whether its text is still in force. */
export async function readDetail(
  services: Services,
  customer_id: string,
): Promise<OutputOf<typeof contractDetail>> {
  const { signed, is_current } = await services.database.transaction(
    { kind: 'customer', customer_id },
    async (tx) => {
      const [latest] = await signedContracts(tx, customer_id, null, 1)
      if (!latest) return { signed: null, is_current: false }
      const present = await presentText(services, tx, customer_id, latest.language_wanted)
      return { signed: latest, is_current: present.content_sha256.equals(latest.content_sha256) }
    },
  )
  return {
    signed: signed && presentContract(signed),
    is_current,
    signing_available: (await services.contracts.sealer(services.clock.now())) !== null,
  }
}

/** A page of signed versions, newest first. Throws `cursor_invalid`. */
export async function listSigned(
  services: Services,
  customer_id: string,
  page: { cursor: string | undefined; limit: number },
): Promise<OutputOf<typeof contractList>> {
  const { items, next_cursor } = await pageOf(page, async (before, rows_max) => {
    const rows = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
      signedContracts(tx, customer_id, before, rows_max),
    )
    return rows.map((row) => ({ row, position: { at: row.at, id: row.contract_id } }))
  })
  return { items: items.map(presentContract), next_cursor }
}

/** A version's file, the sealed one once signed. Throws `contract_not_found`. */
export async function readFileOf(
  services: Services,
  customer_id: string,
  contract_id: string,
): Promise<OutputOf<typeof contractFile>> {
  const row = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    contractById(tx, customer_id, contract_id),
  )
  if (!row) throw new Refusal('contract_not_found', { field: 'contract_id' })
  const content = await services.files.read(row.sealed_name ?? row.file_name)
  const sha256 = row.sealed_sha256 ?? row.sha256
  // The database's digest is of what was signed; a different file is never handed out.
  if (!content || !createHash('sha256').update(content).digest().equals(sha256)) {
    throw new Error(`the file of contract ${contract_id} differs from the one that was kept`)
  }
  const day = (row.signed_at ?? row.created_at).toISOString().slice(0, 10)
  return {
    file_name: `contract-${day}${row.signed_at ? '-signed' : ''}.pdf`,
    media_type: 'application/pdf',
    sha256: sha256.toString('hex'),
    content: content.toString('base64'),
  }
}

/** The audit log's entry of a signing. Throws `contract_not_found`. */
export async function readReceipt(
  services: Services,
  customer_id: string,
  contract_id: string,
): Promise<OutputOf<typeof contractReceipt>> {
  const receipt = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    receiptOf(tx, 'contract.signed', { kind: 'contract', id: contract_id }),
  )
  if (!receipt) throw new Refusal('contract_not_found', { field: 'contract_id' })
  return receipt
}
