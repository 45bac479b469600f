import type { BankFileFormat } from '@adtally/contract/operator/finance/deposits-statements.ts'
import type { StatementFile } from './read-statements.ts'

/** A statement that the bank offers; `mark` is its position in the bank's list. */
export interface StatementOffer {
  mark: string
  /** The bank's own id; it stays the same when offered again, even with other bytes. */
  statement_id: string
}

/** A statement as the bank sent it: unread, its signature checked. */
export interface FetchedStatement {
  format: BankFileFormat
  file: StatementFile
}

/** The bank's state of a payment file; `unknown` where it has none by that message id. */
export type PaymentFileState =
  | { state: 'unknown' }
  | { state: 'accepted' }
  | { state: 'rejected'; reason: string }

const FAULTS = ['unreachable', 'refused', 'reply_malformed', 'signature_wrong'] as const
export type BankFaultKind = (typeof FAULTS)[number]

/** Why the bank could not be asked or its answer not be used. Nothing is lost: the request is made again. */
export class BankFault extends Error {
  readonly kind: BankFaultKind

  constructor(kind: BankFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/**
 * A bank that the program talks to by itself (PRODUCT §2.6). For every bank, replies are bounded in size and time,
 * and a statement's signature is checked before it is returned. All calls throw `BankFault`.
 */
export interface BankConnector {
  /** The bank's offers since a mark, in its order; null: from the beginning. */
  statementsSince(mark: string | null): Promise<readonly StatementOffer[]>
  fetchStatement(offer: StatementOffer): Promise<FetchedStatement>
  /** Sends a payment file. Sending a message id again makes no second file, however the first try ended. */
  sendPaymentFile(message_id: string, file: string): Promise<PaymentFileState>
  paymentFileState(message_id: string): Promise<PaymentFileState>
}
