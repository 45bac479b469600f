import { createPublicKey, verify } from 'node:crypto'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { askBank, type BankReply, type BankRequest } from './bounded-request.ts'
import {
  type BankConnector,
  BankFault,
  type FetchedStatement,
  type PaymentFileState,
  type StatementOffer,
} from './connector.ts'

/** How to reach the sandbox's bank: its address, our key there, and its signing key for statements (SPKI, base64). */
export interface SandboxBankAccess {
  url: string
  key: string
  public_key: string
}

/** A payment into our account by a customer of the sandbox's bank. */
export interface SimulatedPayment {
  /** Repeating an id makes no second payment. */
  payment_id: string
  payer: { name: string; account_number: string }
  /** In major units. */
  amount: string
  remittance: string
}

/** The header with the bank's signature over a statement's bytes. */
export const SIGNATURE_FIELD = 'x-signature'

const offers = z.object({
  statements: z.array(z.object({ mark: z.string(), statement_id: z.string() })),
})
const fileState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unknown') }),
  z.object({ state: z.literal('accepted') }),
  z.object({ state: z.literal('rejected'), reason: z.string() }),
])

const paymentState = z.object({ state: z.enum(['made', 'other']) })

/** The sandbox's bank over HTTP with a key, its statements signed by Ed25519; the first `BankConnector`. */
export class SandboxBankConnector implements BankConnector {
  readonly #access: SandboxBankAccess

  constructor(access: SandboxBankAccess) {
    this.#access = access
  }

  async statementsSince(mark: string | null): Promise<readonly StatementOffer[]> {
    const query = mark === null ? '' : `?${new URLSearchParams({ since: mark })}`
    const { statements } = parsed(offers, await this.#ask('GET', `/api/statements${query}`))
    return statements
  }

  async fetchStatement({ mark }: StatementOffer): Promise<FetchedStatement> {
    const { headers, bytes } = await this.#ask('GET', `/api/statements/${encodeURIComponent(mark)}`)
    const signature = Buffer.from(headers.get(SIGNATURE_FIELD) ?? '', 'base64')
    const key = createPublicKey({
      key: Buffer.from(this.#access.public_key, 'base64'),
      format: 'der',
      type: 'spki',
    })
    if (!verify(null, bytes, key, signature)) {
      throw new BankFault('signature_wrong', 'A statement does not bear the bank’s signature')
    }
    return { format: 'camt053', file: { pieces: () => Readable.from([bytes]) } }
  }

  async sendPaymentFile(message_id: string, file: string): Promise<PaymentFileState> {
    return parsed(fileState, await this.#ask('PUT', filePath(message_id), file))
  }

  async paymentFileState(message_id: string): Promise<PaymentFileState> {
    return parsed(fileState, await this.#ask('GET', filePath(message_id)))
  }

  /**
   * Makes a payment into our account, which no real bank would do for us; the sandbox does it for players. False
   * where this id is already another payment's.
   */
  async simulatePayment(payment: SimulatedPayment): Promise<boolean> {
    const { state } = parsed(paymentState, await this.#ask('POST', '/api/payments', JSON.stringify(payment)))
    return state === 'made'
  }

  #ask(method: BankRequest['method'], path: string, body?: string): Promise<BankReply> {
    const { url, key } = this.#access
    const headers = { authorization: `Bearer ${key}` }
    return askBank({ method, url: url + path, headers, ...(body !== undefined && { body }) })
  }
}

function filePath(message_id: string): string {
  return `/api/payment-files/${encodeURIComponent(message_id)}`
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, { bytes }: BankReply): z.infer<Schema> {
  try {
    return z.parse(schema, JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new BankFault('reply_malformed', 'The bank’s reply can’t be read')
  }
}
