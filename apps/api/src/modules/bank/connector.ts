import type { StatementFile } from './read-statements.ts'
import type { StatementFormat } from './statement.ts'

/** A statement that the bank has for us: `mark` is where it stands in what the bank has offered. */
export interface StatementOffer {
  mark: string
  /** The bank's own id; offered again, or with other bytes, it has the same. */
  statement_id: string
}

/** A statement as the bank sent it; nothing of it was read yet, and its signature is the bank's. */
export interface FetchedStatement {
  format: StatementFormat
  file: StatementFile
}

/** What the bank says of a payment file: `unknown` where it has none by that message id. */
export type PaymentFileState =
  | { state: 'unknown' }
  | { state: 'accepted' }
  | { state: 'rejected'; reason: string }

const FAULTS = ['unreachable', 'refused', 'reply_malformed', 'signature_wrong'] as const
export type BankFaultKind = (typeof FAULTS)[number]

/** Why the bank could not be asked, or its answer not be taken. Nothing is lost by it: what was asked for is asked again. */
export class BankFault extends Error {
  readonly kind: BankFaultKind

  constructor(kind: BankFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/**
 * A bank that the program asks and orders by itself (PRODUCT §2.6). Whatever bank it is, replies are bounded in size and time,
 * and a statement's signature is checked before it is answered. All throw `BankFault`.
 */
export interface BankConnector {
  /** What the bank has offered since a mark, in its order; null: from the beginning. */
  statementsSince(mark: string | null): Promise<readonly StatementOffer[]>
  fetchStatement(offer: StatementOffer): Promise<FetchedStatement>
  /** Sends a payment file. The same message id again is no second file, whatever became of the first try. */
  sendPaymentFile(message_id: string, file: string): Promise<PaymentFileState>
  paymentFileState(message_id: string): Promise<PaymentFileState>
}
