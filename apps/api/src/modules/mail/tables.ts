import type { Generated } from 'kysely'
import type { Fixed } from '../../database/columns.ts'

export interface LetterTable {
  letter_id: Fixed<string>
  letter_sealed: Fixed<Buffer>
  written_at: Fixed<Date>
  expires_at: Fixed<Date>
  attempts: Generated<number>
  next_try_at: Date
  last_error: string | null
}

declare module '../../database/database.ts' {
  interface Schema {
    'mail.letters': LetterTable
  }
}
