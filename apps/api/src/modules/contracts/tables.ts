import type { Language } from '@adtally/contract/enums.ts'
import type { Generated } from 'kysely'
import type { Place } from '../documents/index.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'contracts.versions': VersionTable
    'contracts.uploads': UploadTable
    'contracts.signatures': SignatureTable
  }
}

export interface VersionTable {
  contract_id: string
  customer_id: string
  /** The version of its template; 1 is the program's own, which has no date. */
  text_version: number
  text_since: Date | null
  template_version: string
  language: Language
  language_wanted: Language
  content: string
  content_sha256: Buffer
  file_name: string
  sha256: Buffer
  pages: number
  signature_place: Place
  created_at: Generated<Date>
}

export interface UploadTable {
  upload_id: string
  contract_id: string
  customer_id: string
  token_hash: Buffer
  bytes: number
  created_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
  signature: Buffer | null
}

export interface SignatureTable {
  contract_id: string
  customer_id: string
  upload_id: string
  file_name: string
  sha256: Buffer
  certificate_sha256: Buffer
  evidence: Evidence
  signed_at: Date
}

/** The evidence of who signed what, and how. */
export interface Evidence {
  address: string
  user_agent: string | null
  session_id: string
  time_zone: string
  language: Language
  /** The sentence agreed to, as shown. */
  agreement: string
  preview_sha256: string
  signature_sha256: string
}
