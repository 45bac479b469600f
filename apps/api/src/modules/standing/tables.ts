import type { CREDIT_CAUSES } from '@adtally/contract/standing.ts'
import type { Made } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'standing.scores': ScoreTable
    'standing.credit_changes': CreditChangeTable
  }
}

export interface ScoreTable {
  customer_id: Made<string>
  score: Made<number>
}

export interface CreditChangeTable {
  change_id: Made<string>
  customer_id: Made<string>
  sequence: Made<number>
  cause: Made<(typeof CREDIT_CAUSES)[number]>
  plan_id: Made<string>
  revision: Made<number>
  score_before: Made<number>
  score_after: Made<number>
  points: Made<number>
  occurred_at: Made<Date>
}
