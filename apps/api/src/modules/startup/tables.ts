import type { Micros } from '@adtally/money/money.ts'
import type { Fixed, Made } from '../../database/columns.ts'

declare module '../../database/database.ts' {
  interface Schema {
    'startup.grants': GrantTable
    'startup.returns': ReturnTable
  }
}

export interface GrantTable {
  grant_id: Fixed<string>
  customer_id: Fixed<string>
  person_id: Fixed<string>
  amount_micros: Fixed<Micros>
  policy_version: Fixed<number>
  granted_at: Made<Date>
  expires_at: Made<Date>
}

export interface ReturnTable {
  return_id: Fixed<string>
  grant_id: Fixed<string>
  customer_id: Fixed<string>
  /** By the customer, or at expiry. */
  cause: Fixed<'returned' | 'expired'>
  amount_micros: Fixed<Micros>
  /** Whether all unused funds were returned; always true at expiry. */
  takes_all: Fixed<boolean>
  returned_at: Made<Date>
}
