import type { Span } from '../../../telemetry/tracing.ts'
import type { MoneyAction } from '../money-action.ts'

/** A money action that waits for the ledger, and whom to tell. */
export interface PendingAct {
  action: MoneyAction<unknown, unknown, unknown, unknown>
  /** The HTTP request that it came by; null if none. */
  http_request_id: string | null
  resolve(answer: unknown): void
  reject(error: unknown): void
  /** The span that asked for it; null if nothing is traced. */
  origin: Span | null
}
