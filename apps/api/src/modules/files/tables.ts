import type { FileUse } from '@adtally/contract/service/files.ts'
import type { Generated } from 'kysely'

declare module '../../database/database.ts' {
  interface Schema {
    'files.images': ImageTable
    'files.usage': { customer_id: string; bytes: bigint }
  }
}

export interface ImageTable {
  file_id: string
  customer_id: string
  use: FileUse
  name: string
  media_type: 'image/webp'
  width: number
  height: number
  bytes: number
  sha256: Buffer
  staff_id: string | null
  created_at: Generated<Date>
  attached_at: Date | null
}
