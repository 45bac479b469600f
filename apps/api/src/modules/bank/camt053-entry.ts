import { bankAmount, bankText, bankTime, malformed, type StatementLine } from './statement.ts'

/** Texts of one element of a CAMT.053 file by path, as far as the program uses them. */
export type Texts = Map<string, string>

/** An entry (`Ntry`) with its transactions (`TxDtls`). */
export interface Entry {
  texts: Texts
  transactions: readonly Texts[]
}

/** The lines of a booked entry: one for each transaction of a batch. Throws `statement_malformed`. */
export function linesOfEntry({ texts, transactions }: Entry, currency: string): StatementLine[] {
  if ((texts.get('Sts/Cd') ?? texts.get('Sts')) !== 'BOOK') return []
  if (texts.get('Amt@Ccy') !== currency) throw malformed('Ntry.Amt.Ccy')
  const reference = texts.get('AcctSvcrRef') ?? texts.get('NtryRef') ?? ''
  const whole_micros = signed(texts.get('Amt'), texts.get('CdtDbtInd'), 'Ntry.Amt')
  const [first, ...others] = transactions
  if (others.length === 0) return [lineOf(texts, first, reference, whole_micros)]
  const lines = transactions.map((transaction, index) => {
    const amount_micros = amountOfTransaction(transaction, texts, currency)
    const own = transaction.get('AcctSvcrRef') ?? `${reference}/${index + 1}`
    return lineOf(texts, transaction, own, amount_micros)
  })
  const sum_micros = lines.reduce((sum, line) => sum + line.amount_micros, 0n)
  if (sum_micros !== whole_micros) throw malformed('Ntry.NtryDtls')
  return lines
}

/** `camt.053.001.02` has a transaction's amount in `AmtDtls/TxAmt`, later versions in `Amt` too. */
function amountOfTransaction(transaction: Texts, entry: Texts, currency: string): bigint {
  const at = transaction.has('Amt') ? 'Amt' : 'AmtDtls/TxAmt/Amt'
  if (transaction.get(`${at}@Ccy`) !== currency) throw malformed('TxDtls.Amt')
  const indicator = transaction.get('CdtDbtInd') ?? entry.get('CdtDbtInd')
  return signed(transaction.get(at), indicator, 'TxDtls.Amt')
}

/** Signed micro-units of an amount and its credit or debit mark. Throws `statement_malformed`. */
export function signed(text: string | undefined, indicator: string | undefined, where: string): bigint {
  const amount_micros = bankAmount(text ?? '', where)
  if (indicator !== 'CRDT' && indicator !== 'DBIT') throw malformed(`${where}.CdtDbtInd`)
  return indicator === 'CRDT' ? amount_micros : -amount_micros
}

function lineOf(
  entry: Texts,
  transaction: Texts | undefined,
  reference: string,
  amount_micros: bigint,
): StatementLine {
  const is_return =
    entry.get('RvslInd') === 'true' || entry.get('RvslInd') === '1' || transaction?.has('RtrInf') === true
  // A return names the parties as the first movement did, so they are swapped.
  const [near, far] = amount_micros > 0n !== is_return ? ['Dbtr', 'Cdtr'] : ['Cdtr', 'Dbtr']
  return {
    bank_reference: bankText(reference),
    booked_at: bankTime(entry.get('BookgDt/DtTm') ?? entry.get('BookgDt/Dt') ?? '', 'Ntry.BookgDt'),
    amount_micros,
    counterparty_name: bankText(
      partyName(transaction, near) || (is_return ? partyName(transaction, far) : ''),
    ),
    counterparty_account: bankText(
      partyAccount(transaction, near) || (is_return ? partyAccount(transaction, far) : ''),
    ),
    remittance: bankText(remittanceOf(entry, transaction)),
    is_return,
  }
}

function partyName(transaction: Texts | undefined, party: string): string {
  return transaction?.get(`${party}/Nm`) ?? transaction?.get(`${party}/Pty/Nm`) ?? ''
}

function partyAccount(transaction: Texts | undefined, party: string): string {
  return transaction?.get(`${party}Acct/IBAN`) ?? transaction?.get(`${party}Acct/Othr`) ?? ''
}

function remittanceOf(entry: Texts, transaction: Texts | undefined): string {
  const endToEnd = transaction?.get('EndToEndId')
  const told = [
    transaction?.get('Ustrd'),
    transaction?.get('Strd'),
    endToEnd === 'NOTPROVIDED' ? undefined : endToEnd,
    transaction?.get('RtrInf/AddtlInf'),
  ].filter((part) => part !== undefined && part !== '')
  return told.join(' ') || (transaction?.get('AddtlTxInf') ?? entry.get('AddtlNtryInf') ?? '')
}
