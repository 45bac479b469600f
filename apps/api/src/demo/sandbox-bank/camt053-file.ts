import { formatAmount, type Micros } from '@adtally/money/money.ts'
import { compact, type Movement, type Party } from './books.ts'

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'
const TEXT_MAX = 140
const NAME_MAX = 140

export interface StatementContent {
  statement_id: string
  at: string
  currency: string
  holder: Party
  opening_micros: Micros
  movements: readonly Movement[]
}

/** A statement as the bank sends it: `camt.053.001.08` with opening and closing balance and booked entries. */
export function camt053Statement(content: StatementContent): string {
  const { statement_id, at, currency, holder, opening_micros, movements } = content
  const closing_micros = movements.reduce((sum, one) => sum + one.amount_micros, opening_micros)
  const first_day = dayOf(movements.at(0)?.at ?? at)
  const statement = node('Stmt', [
    element('Id', statement_id),
    node('Acct', [accountId(holder)]),
    balance('OPBD', opening_micros, currency, first_day),
    balance('CLBD', closing_micros, currency, dayOf(movements.at(-1)?.at ?? at)),
    ...movements.map((movement) => entry(movement, holder, currency)),
  ])
  const header = node('GrpHdr', [element('MsgId', statement_id), element('CreDtTm', at)])
  const document = node('BkToCstmrStmt', [header, statement])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${document}</Document>\n`
}

function entry(movement: Movement, holder: Party, currency: string): string {
  const { amount_micros, reference, reason } = movement
  const code = amount_micros > 0n ? 'RCDT' : 'ICDT'
  return node('Ntry', [
    amountOf(amount_micros, currency),
    indicator(amount_micros),
    ...(reason === null ? [] : [element('RvslInd', 'true')]),
    node('Sts', [element('Cd', 'BOOK')]),
    node('BookgDt', [element('Dt', dayOf(movement.at))]),
    element('AcctSvcrRef', reference),
    node('BkTxCd', [
      node('Domn', [
        element('Cd', 'PMNT'),
        node('Fmly', [element('Cd', code), element('SubFmlyCd', reason === null ? 'ESCT' : 'RRTN')]),
      ]),
    ]),
    node('NtryDtls', [transaction(movement, holder)]),
  ])
}

/** A returned payment has the parties of the original movement. */
function transaction({ amount_micros, other, reason, ...movement }: Movement, holder: Party): string {
  const was_paid_in = amount_micros > 0n === (reason === null)
  const [payer, payee] = was_paid_in ? [other, holder] : [holder, other]
  const { end_to_end_id, remittance, original_reference } = movement
  const original = original_reference === null ? [] : [element('AddtlInf', `Original ${original_reference}`)]
  return node('TxDtls', [
    ...(end_to_end_id === null ? [] : [node('Refs', [element('EndToEndId', end_to_end_id)])]),
    node('RltdPties', [...partyOf('Dbtr', payer), ...partyOf('Cdtr', payee)]),
    ...(remittance === '' ? [] : [node('RmtInf', [element('Ustrd', clip(remittance, TEXT_MAX))])]),
    ...(reason === null ? [] : [node('RtrInf', [node('Rsn', [element('Cd', reason)]), ...original])]),
  ])
}

function partyOf(role: 'Dbtr' | 'Cdtr', party: Party): string[] {
  const named = node(role, [node('Pty', [element('Nm', clip(party.name, NAME_MAX))])])
  return [named, node(`${role}Acct`, [accountId(party)])]
}

function accountId({ account_number }: Party): string {
  const number = compact(account_number)
  const is_iban = /^[A-Z]{2}\d{2}[A-Za-z0-9]{11,30}$/.test(number)
  return node('Id', [is_iban ? element('IBAN', number) : node('Othr', [element('Id', clip(number, 34))])])
}

function balance(code: string, amount_micros: Micros, currency: string, day: string): string {
  return node('Bal', [
    node('Tp', [node('CdOrPrtry', [element('Cd', code)])]),
    amountOf(amount_micros, currency),
    indicator(amount_micros),
    node('Dt', [element('Dt', day)]),
  ])
}

function amountOf(amount_micros: Micros, currency: string): string {
  const magnitude = formatAmount(amount_micros < 0n ? -amount_micros : amount_micros)
  return `<Amt Ccy="${escaped(currency)}">${magnitude}</Amt>`
}

function indicator(amount_micros: Micros): string {
  return element('CdtDbtInd', amount_micros < 0n ? 'DBIT' : 'CRDT')
}

/** The bank's days are UTC days. */
function dayOf(at: string): string {
  return at.slice(0, 10)
}

function clip(text: string, length_max: number): string {
  return [...text].slice(0, length_max).join('')
}

function node(name: string, children: readonly string[]): string {
  return `<${name}>${children.join('')}</${name}>`
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
