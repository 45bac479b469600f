import type { MoneyAction } from './money-action.ts'
import type { Transfer } from './transfer.ts'

interface Waiting {
  transfers: readonly Transfer[]
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** Transfers that wait for the ledger, and who is to be told. */
export interface PendingTransfers extends Waiting {
  action: null
}

/** A money action that waits for the ledger, and who is to be told. */
export interface PendingAction extends Waiting {
  action: MoneyAction<unknown, unknown>
}

export type PendingAct = PendingTransfers | PendingAction
