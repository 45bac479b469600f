import type { Span } from '../../../telemetry/tracing.ts'
import type { MoneyAction } from '../money-action.ts'

/** A money action that waits for the ledger, and who is to be told. */
export interface PendingAct {
  action: MoneyAction<unknown, unknown, unknown, unknown>
  /** Of the request that it came in by; null where it was none. */
  http_request_id: string | null
  resolve(answer: unknown): void
  reject(error: unknown): void
  /** What asked for it, as traces have it; null where nothing is traced. */
  origin: Span | null
}
