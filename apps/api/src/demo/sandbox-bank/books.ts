import { formatAmount, type Micros, parseAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'

/** Why a payment came back, as ISO 20022 codes: the account is closed, or the payer wants it back. */
export const RETURN_REASONS = ['AC04', 'MD06'] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

const party = z.object({ name: z.string(), account_number: z.string() })
export type Party = z.infer<typeof party>

const amount = z.pipe(
  z.string(),
  z.transform((text: string): Micros => parseAmount(text) ?? 0n),
)

const payment = z.object({
  /** The orderer's id of the payment; the same id again is the same payment. */
  payment_id: z.string(),
  from: party,
  to: party,
  amount,
  remittance: z.string(),
  end_to_end_id: z.nullable(z.string()),
})

/** An event at the bank, as kept in its journal. */
export const bankEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paid'), at: z.string(), payments: z.array(payment) }),
  z.object({
    kind: z.literal('file'),
    at: z.string(),
    message_id: z.string(),
    digest: z.string(),
    /** Why the file was rejected; null if its payments were made. */
    rejected: z.nullable(z.string()),
    payments: z.array(payment),
  }),
  z.object({
    kind: z.literal('returned'),
    at: z.string(),
    payment_id: z.string(),
    reason: z.enum(RETURN_REASONS),
  }),
  z.object({
    kind: z.literal('statement'),
    at: z.string(),
    statement_id: z.string(),
    account_number: z.string(),
    /** How many of the account's movements are on statements after this one. */
    movements: z.int(),
    offered_from: z.string(),
    file: z.string(),
  }),
  /** A statement is offered: for the first time, again, or with changed bytes. */
  z.object({ kind: z.literal('offered'), at: z.string(), statement_id: z.string(), file: z.string() }),
])
export type BankEvent = z.infer<typeof bankEvent>
/** An event as written to the journal. */
export type JournalledEvent = z.input<typeof bankEvent>
export type BankPayment = z.infer<typeof payment>

export interface Movement {
  /** The bank's own reference. */
  reference: string
  at: string
  /** Positive for money into the account. */
  amount_micros: Micros
  other: Party
  remittance: string
  end_to_end_id: string | null
  payment_id: string
  /** Set on a returned payment. */
  reason: ReturnReason | null
  /** The bank's reference of the returned movement on this account, or null. */
  original_reference: string | null
}

export interface Account {
  holder: Party
  balance_micros: Micros
  movements: Movement[]
}

export interface KeptPayment extends BankPayment {
  at: string
  returned: ReturnReason | null
}

export interface KeptStatement {
  statement_id: string
  account_number: string
  movements: number
  offered_from: string
  file: string
}

/** The bank's books: the state that the journal's events add up to, in memory. */
export class Books {
  readonly accounts = new Map<string, Account>()
  readonly payments = new Map<string, KeptPayment>()
  readonly files = new Map<string, { digest: string; rejected: string | null }>()
  readonly statements: KeptStatement[] = []
  readonly offers: { statement_id: string; file: string }[] = []
  #references = 0

  /** Applies an event; the caller has checked that it may happen. */
  apply(event: BankEvent): void {
    switch (event.kind) {
      case 'paid':
        for (const one of event.payments) this.#pay(one, event.at)
        break
      case 'file':
        this.files.set(event.message_id, event)
        for (const one of event.payments) this.#pay(one, event.at)
        break
      case 'returned':
        this.#return(event)
        break
      case 'statement':
        this.statements.push(event)
        break
      case 'offered':
        this.offers.push(event)
    }
  }

  /** The account with this number, ignoring spaces; opened if there is none. */
  account(holder: Party): Account {
    const number = compact(holder.account_number)
    const known = this.accounts.get(number) ?? { holder, balance_micros: 0n, movements: [] }
    this.accounts.set(number, known)
    return known
  }

  #pay(paid: BankPayment, at: string): void {
    this.payments.set(paid.payment_id, { ...paid, at, returned: null })
    this.#move(paid, at, { amount_micros: -paid.amount, of: paid.from, other: paid.to, reason: null })
    this.#move(paid, at, { amount_micros: paid.amount, of: paid.to, other: paid.from, reason: null })
  }

  #return({ payment_id, reason, at }: { payment_id: string; reason: ReturnReason; at: string }): void {
    const paid = this.payments.get(payment_id)
    if (!paid) return
    paid.returned = reason
    this.#move(paid, at, { amount_micros: -paid.amount, of: paid.to, other: paid.from, reason })
    this.#move(paid, at, { amount_micros: paid.amount, of: paid.from, other: paid.to, reason })
  }

  #move(
    { remittance, end_to_end_id, payment_id }: BankPayment,
    at: string,
    { of, ...side }: Pick<Movement, 'amount_micros' | 'other' | 'reason'> & { of: Party },
  ): void {
    this.#references += 1
    const reference = `SB${String(this.#references).padStart(14, '0')}`
    const account = this.account(of)
    const original =
      side.reason === null ? undefined : account.movements.findLast((one) => one.payment_id === payment_id)
    const original_reference = original?.reference ?? null
    account.balance_micros += side.amount_micros
    account.movements.push({
      ...{ reference, at, remittance, end_to_end_id, payment_id, original_reference },
      ...side,
    })
  }
}

/** A payment as written to the journal. */
export function journalled({ amount: micros, ...rest }: BankPayment): z.input<typeof payment> {
  return { ...rest, amount: formatAmount(micros) }
}

/** An account number without its spaces. */
export function compact(account_number: string): string {
  return account_number.replaceAll(' ', '')
}
