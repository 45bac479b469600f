import type { Proof } from '@adtally/contract/operator/finance/books.ts'
import type { Fixed, Made } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'reconciliation.runs': RunTable
    'reconciliation.items': ItemTable
    'reconciliation.sightings': { run_id: string; item_id: string }
    'reconciliation.closings': ClosingTable
  }
}

export interface RunTable {
  run_id: Fixed<string>
  night: Fixed<string | null>
  asked_by: Fixed<string | null>
  currency: Fixed<string>
  /** JSON. */
  figures: Fixed<unknown>
  differences: Fixed<number>
  began_at: Fixed<Date>
  ended_at: Fixed<Date>
  sequence: Made<bigint>
}

export interface ItemTable {
  item_id: Fixed<string>
  number: Made<string>
  proof: Fixed<Proof>
  subject: Fixed<string>
  expected_micros: Fixed<bigint | null>
  found_micros: Fixed<bigint | null>
  difference_micros: Made<bigint | null>
  run_id: Fixed<string>
  opened_at: Fixed<Date>
}

export interface ClosingTable {
  item_id: Fixed<string>
  explanation: Fixed<string>
  evidence_hash: Fixed<Buffer>
  maker_id: Fixed<string>
  checker_id: Fixed<string>
  proposal_id: Fixed<string>
  closed_at: Fixed<Date>
}
