import type { MoneyAction } from './money-action.ts'

/** A money action that waits for the ledger, and who is to be told. */
export interface PendingAct {
  action: MoneyAction<unknown, unknown, unknown, unknown>
  /** The accounts that its movements name; those of what it reverses are the database's to tell. */
  account_ids: readonly string[]
  resolve(answer: unknown): void
  reject(error: unknown): void
}
