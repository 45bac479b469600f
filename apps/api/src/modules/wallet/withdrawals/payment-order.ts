import type { Micros } from '@adtally/money/money.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import { escapedXml, writableXml } from '../../../lib/xml.ts'

/** An account in a payment order. */
export interface OrderAccount {
  name: string
  account_number: string
  bank_name: string
}

/** One payment of an order. */
export interface OrderPayment extends OrderAccount {
  /** Returned in the statement's line: the withdrawal's number. */
  end_to_end_id: string
  amount_micros: Micros
}

/** Payments from one account on one day. */
export interface PaymentOrder {
  /** At most 35 characters, never used before. */
  message_id: string
  created_at: Date
  currency: string
  debtor: OrderAccount
  payments: readonly OrderPayment[]
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
/** The limits of ISO and, narrower, of SEPA credit transfers. */
const NAME_LENGTH_MAX = { iso: 140, sepa: 70 } as const
type Scheme = keyof typeof NAME_LENGTH_MAX

/**
 * A payment order for the bank: ISO 20022 `pain.001.001.09`, one payment information block. The payer bears all
 * charges, so that the promised amount arrives. In euro the file follows SEPA's narrower rules: its own rule for
 * charges, and no bank name, since the IBAN identifies the bank.
 */
export function paymentOrderFile(order: PaymentOrder): string {
  const { message_id, created_at, currency, debtor, payments } = order
  const scheme: Scheme = currency === 'EUR' ? 'sepa' : 'iso'
  const debtor_name = element('Nm', clip(debtor.name, scheme))
  const total = formatAmount(payments.reduce((sum, { amount_micros }) => sum + amount_micros, 0n))
  const sums = element('NbOfTxs', String(payments.length)) + element('CtrlSum', total)
  const header = node('GrpHdr', [
    element('MsgId', message_id),
    element('CreDtTm', created_at.toISOString()),
    sums,
    node('InitgPty', [debtor_name]),
  ])
  const block = node('PmtInf', [
    element('PmtInfId', message_id),
    element('PmtMtd', 'TRF'),
    sums,
    node('ReqdExctnDt', [element('Dt', created_at.toISOString().slice(0, 10))]),
    node('Dbtr', [debtor_name]),
    node('DbtrAcct', [accountId(debtor.account_number), element('Ccy', currency)]),
    node('DbtrAgt', [agent(debtor.bank_name, scheme)]),
    element('ChrgBr', scheme === 'sepa' ? 'SLEV' : 'DEBT'),
    ...payments.map((payment) => transaction(payment, currency, scheme)),
  ])
  const document = node('CstmrCdtTrfInitn', [header, block])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${document}</Document>\n`
}

function transaction(payment: OrderPayment, currency: string, scheme: Scheme): string {
  const amount = formatAmount(payment.amount_micros)
  return node('CdtTrfTxInf', [
    node('PmtId', [element('EndToEndId', payment.end_to_end_id)]),
    node('Amt', [`<InstdAmt Ccy="${escapedXml(currency)}">${amount}</InstdAmt>`]),
    ...(scheme === 'iso' ? [node('CdtrAgt', [agent(payment.bank_name, scheme)])] : []),
    node('Cdtr', [element('Nm', clip(payment.name, scheme))]),
    node('CdtrAcct', [accountId(payment.account_number)]),
    node('RmtInf', [element('Ustrd', payment.end_to_end_id)]),
  ])
}

function accountId(account_number: string): string {
  const compact = electronicFormatIBAN(account_number) ?? account_number
  const isIban = isValidIBAN(compact)
  return node('Id', [
    isIban ? element('IBAN', compact) : node('Othr', [element('Id', account_number.slice(0, 34))]),
  ])
}

function agent(bank_name: string, scheme: Scheme): string {
  const named = element('Nm', clip(bank_name, scheme))
  return node('FinInstnId', [scheme === 'sepa' ? node('Othr', [element('Id', 'NOTPROVIDED')]) : named])
}

/** Cuts a name to its limit; never empty, because a bank rejects the whole file with an empty one. */
function clip(text: string, scheme: Scheme): string {
  const told = [...writableXml(text)].slice(0, NAME_LENGTH_MAX[scheme]).join('')
  return told.trim() === '' ? 'NOTPROVIDED' : told
}

function node(name: string, children: readonly string[]): string {
  return `<${name}>${children.join('')}</${name}>`
}

function element(name: string, text: string): string {
  return `<${name}>${escapedXml(text)}</${name}>`
}
