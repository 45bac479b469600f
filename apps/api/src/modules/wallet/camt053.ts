import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as z from 'zod/mini'
import {
  type BankStatement,
  bankAmount,
  bankTime,
  checkedStatement,
  malformed,
  type StatementLine,
} from './bank-statement.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  textNodeName: 'text',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) =>
    name === 'Ntry' || name === 'TxDtls' || name === 'Bal' || name === 'Ustrd' || name === 'Stmt',
})

const amountElement = z.object({ text: z.string(), Ccy: z.string() })
const direction = z.enum(['CRDT', 'DBIT'])
const party = z.optional(
  z.object({ Nm: z.optional(z.string()), Pty: z.optional(z.object({ Nm: z.optional(z.string()) })) }),
)
const accountElement = z.optional(
  z.object({
    Id: z.object({ IBAN: z.optional(z.string()), Othr: z.optional(z.object({ Id: z.string() })) }),
  }),
)
const details = z.object({
  Refs: z.optional(z.object({ EndToEndId: z.optional(z.string()), AcctSvcrRef: z.optional(z.string()) })),
  Amt: z.optional(amountElement),
  RltdPties: z.optional(
    z.object({ Dbtr: party, DbtrAcct: accountElement, Cdtr: party, CdtrAcct: accountElement }),
  ),
  RmtInf: z.optional(z.object({ Ustrd: z.optional(z.array(z.string())) })),
})
const entry = z.object({
  NtryRef: z.optional(z.string()),
  Amt: amountElement,
  CdtDbtInd: direction,
  Sts: z.union([z.string(), z.object({ Cd: z.string() })]),
  BookgDt: z.object({ Dt: z.optional(z.string()), DtTm: z.optional(z.string()) }),
  AcctSvcrRef: z.optional(z.string()),
  NtryDtls: z.optional(z.object({ TxDtls: z.optional(z.array(details)) })),
  AddtlNtryInf: z.optional(z.string()),
})
const balance = z.object({
  Tp: z.object({ CdOrPrtry: z.object({ Cd: z.string() }) }),
  Amt: amountElement,
  CdtDbtInd: direction,
})
const document = z.object({
  Document: z.object({
    BkToCstmrStmt: z.object({
      Stmt: z.array(z.object({ Bal: z.array(balance), Ntry: z.optional(z.array(entry)) })),
    }),
  }),
})

type Entry = z.infer<typeof entry>
type Details = z.infer<typeof details>

/**
 * A bank statement from a CAMT.053 file (ISO 20022 `camt.053.001`, any version with these elements): booked
 * entries of its one statement, a line for each transaction of a collected entry. Throws `statement_malformed`.
 */
export function readCamt053(file: string): BankStatement {
  if (file.includes('<!DOCTYPE') || XMLValidator.validate(file) !== true) throw malformed('Document')
  const parsed = z.safeParse(document, parser.parse(file))
  if (!parsed.success) throw malformed(parsed.error.issues[0]?.path.map(String).join('.') ?? 'Document')
  const [statement, ...others] = parsed.data.Document.BkToCstmrStmt.Stmt
  if (!statement || others.length > 0) throw malformed('Stmt')
  const opening = balanceOf(statement.Bal, ['OPBD', 'PRCD'])
  const closing = balanceOf(statement.Bal, ['CLBD'])
  const booked = (statement.Ntry ?? []).filter(
    (one) => (typeof one.Sts === 'string' ? one.Sts : one.Sts.Cd) === 'BOOK',
  )
  if (booked.some((one) => one.Amt.Ccy !== opening.currency) || closing.currency !== opening.currency)
    throw malformed('Ccy')
  return checkedStatement({
    format: 'camt053',
    currency: opening.currency,
    opening_balance_micros: opening.amount_micros,
    closing_balance_micros: closing.amount_micros,
    lines: booked.flatMap(linesOf),
  })
}

function balanceOf(balances: readonly z.infer<typeof balance>[], codes: readonly string[]) {
  const found = balances.find((one) => codes.includes(one.Tp.CdOrPrtry.Cd))
  if (!found) throw malformed('Bal')
  return { currency: found.Amt.Ccy, amount_micros: signed(found.Amt.text, found.CdtDbtInd, 'Bal') }
}

function signed(text: string, indicator: z.infer<typeof direction>, where: string): bigint {
  const amount_micros = bankAmount(text, where)
  if (amount_micros < 0n) throw malformed(where)
  return indicator === 'CRDT' ? amount_micros : -amount_micros
}

function linesOf(one: Entry): StatementLine[] {
  const transactions = one.NtryDtls?.TxDtls ?? []
  const reference = one.AcctSvcrRef ?? one.NtryRef ?? ''
  if (transactions.length < 2) return [lineOf(one, transactions[0], reference, one.Amt.text)]
  return transactions.map((transaction, index) => {
    if (!transaction.Amt) throw malformed('TxDtls.Amt')
    return lineOf(
      one,
      transaction,
      transaction.Refs?.AcctSvcrRef ?? `${reference}/${index + 1}`,
      transaction.Amt.text,
    )
  })
}

function lineOf(
  one: Entry,
  transaction: Details | undefined,
  bank_reference: string,
  amount: string,
): StatementLine {
  const parties = transaction?.RltdPties
  const [person, account] =
    one.CdtDbtInd === 'CRDT' ? [parties?.Dbtr, parties?.DbtrAcct] : [parties?.Cdtr, parties?.CdtrAcct]
  const endToEnd = transaction?.Refs?.EndToEndId
  const remittance = [
    ...(transaction?.RmtInf?.Ustrd ?? []),
    endToEnd === 'NOTPROVIDED' ? undefined : endToEnd,
  ]
  return {
    bank_reference,
    booked_at: bankTime(one.BookgDt.DtTm ?? one.BookgDt.Dt ?? '', 'BookgDt'),
    amount_micros: signed(amount, one.CdtDbtInd, 'Amt'),
    counterparty_name: person?.Nm ?? person?.Pty?.Nm ?? '',
    counterparty_account: account?.Id.IBAN ?? account?.Id.Othr?.Id ?? '',
    remittance: remittance.filter((part) => part !== undefined).join(' ') || (one.AddtlNtryInf ?? ''),
  }
}
