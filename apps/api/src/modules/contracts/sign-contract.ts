import { createHash } from 'node:crypto'
import { plainMessage } from '@adtally/i18n/server.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { newName } from '../files/index.ts'
import type { Caller, RequestContext } from '../route.ts'
import { openToSign } from './open-to-sign.ts'
import { type ContractRow, contractById, insertSignature, uploadById } from './repository.ts'
import { sealContract } from './seal-contract.ts'
import type { Sealer } from './sealer.ts'
import type { Evidence } from './tables.ts'

interface Asked {
  contract_id: string
  upload_id: string
  preview_sha256: string
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest()

/**
 * Signs what was previewed: places the drawn signature, seals the file and keeps the evidence of who signed (PRODUCT
 * §13). Final; repeating the upload returns the same contract. Throws `contract_not_found`, `contract_final`,
 * `contract_outdated`, `contract_preview_differs`, `upload_not_found`, `upload_missing`,
 * `contract_signing_unavailable`.
 */
export async function signContract(
  asked: Asked,
  caller: Caller,
  context: RequestContext,
): Promise<ContractRow> {
  const { services } = context
  const { customer_id } = caller
  const scope = { kind: 'customer', customer_id } as const
  const sealer = await services.contracts.sealer(services.clock.now())
  if (!sealer) throw new Refusal('contract_signing_unavailable')
  const { contract, signature } = await services.database.transaction(scope, async (tx) => {
    const found = await openToSign(services, tx, customer_id, asked.contract_id)
    const upload = await uploadById(tx, customer_id, asked.contract_id, asked.upload_id)
    if (!upload) throw new Refusal('upload_not_found', { field: 'upload_id' })
    return { contract: found, signature: upload.signature }
  })
  if (contract.signed_at !== null) return sameSigning(contract, asked)
  if (contract.sha256.toString('hex') !== asked.preview_sha256) {
    throw new Refusal('contract_preview_differs', { field: 'preview_sha256' })
  }
  if (!signature) throw new Refusal('upload_missing', { field: 'upload_id' })
  const evidence: Evidence = {
    address: context.address,
    user_agent: context.user_agent ?? null,
    session_id: caller.session_id,
    time_zone: context.time_zone,
    language: contract.language,
    agreement: plainMessage(context.language, 'documents.contract.agreement'),
    preview_sha256: asked.preview_sha256,
    signature_sha256: sha256(signature).toString('hex'),
  }
  return sameSigning(await seal(sealer, contract, signature, evidence, asked, context), asked)
}

/** A contract is signed once; another upload is refused. */
function sameSigning(contract: ContractRow, { upload_id }: Asked): ContractRow {
  if (contract.upload_id !== upload_id) throw new Refusal('contract_final', { field: 'contract_id' })
  return contract
}

async function seal(
  sealer: Sealer,
  contract: ContractRow,
  signature: Buffer,
  evidence: Evidence,
  asked: Asked,
  { services }: RequestContext,
): Promise<ContractRow> {
  const { customer_id, contract_id } = contract
  const preview = await services.files.read(contract.file_name)
  if (!preview || !sha256(preview).equals(contract.sha256)) {
    throw new Error(`the file of contract ${contract_id} differs from the one previewed`)
  }
  const signed_at = services.clock.now()
  const sealed = await sealContract(sealer, {
    preview,
    preview_sha256: asked.preview_sha256,
    place: contract.signature_place,
    signature,
    signed_at,
    reason: evidence.agreement,
  })
  const file_name = newName()
  const hash = sha256(sealed)
  await services.files.keep(file_name, Buffer.from(sealed))
  const { kept, row } = await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const is_kept = await insertSignature(tx, {
      contract_id,
      customer_id,
      upload_id: asked.upload_id,
      file_name,
      sha256: hash,
      certificate_sha256: sealer.certificate_sha256,
      evidence,
      signed_at,
    })
    if (is_kept) {
      await audit.byCustomer(tx, customer_id, {
        action: 'contract.signed',
        subject: { kind: 'contract', id: contract_id },
        details: {
          template_version: contract.template_version,
          preview_sha256: evidence.preview_sha256,
          sealed_sha256: hash.toString('hex'),
        },
      })
    }
    return { kept: is_kept, row: await contractById(tx, customer_id, contract_id) }
  })
  if (!kept) await services.files.remove(file_name)
  if (!row) throw new Error('a contract that was just signed could not be read')
  return row
}
