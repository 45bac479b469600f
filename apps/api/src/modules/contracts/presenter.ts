import type { contract } from '@adtally/contract/contracts.ts'
import type * as z from 'zod/mini'
import type { ContractRow } from './repository.ts'

/** A version as its owner reads it, without where its bytes are stored. */
export function presentContract(row: ContractRow): z.infer<typeof contract> {
  return {
    contract_id: row.contract_id,
    text_version: row.text_version,
    text_since: row.text_since?.toISOString() ?? null,
    template_version: row.template_version,
    language: row.language,
    language_wanted: row.language_wanted,
    pages: row.pages,
    preview_sha256: row.sha256.toString('hex'),
    created_at: row.created_at.toISOString(),
    signed_at: row.signed_at?.toISOString() ?? null,
    sealed_sha256: row.sealed_sha256?.toString('hex') ?? null,
    certificate_sha256: row.certificate_sha256?.toString('hex') ?? null,
  }
}
