import type { Transaction } from '../database/database.ts'

/** A customer's standing (PRODUCT §12): shown, and an input of nothing. */
export interface CustomerStanding {
  /** Stars. */
  level: number
  /** 0 to 100. */
  credit_score: number
}

/** Reads a customer's standing; given by `standing`. */
export interface StandingReader {
  /** In the customer's scope or the system's. */
  of(tx: Transaction, customer_id: string): Promise<CustomerStanding>
}
