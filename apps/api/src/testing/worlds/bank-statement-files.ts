import { createHash } from 'node:crypto'
import { formatAmount, parseAmount } from '@adtally/money/money.ts'
import { CAMT053 } from '../iso20022/camt053.ts'
import { faultsOf } from '../iso20022/check-message.ts'

/** A movement of a generated bank statement; `amount` signed, in major units. */
export interface FileLine {
  bank_reference: string
  booked_at: string
  amount: string
  name: string
  account: string
  remittance: string
}

/** A statement file's content; the closing balance is computed. */
export interface FileContent {
  opening: string
  lines: readonly FileLine[]
  currency?: string
}

/** A CAMT.053 file that follows the rules of `camt.053.001.08`. Throws `RangeError` if the content does not fit. */
export function camt053File({ opening, lines, currency = 'USD' }: FileContent): string {
  const closing = lines.reduce((sum, line) => sum + micros(line.amount), micros(opening))
  const [from = DAY, to = DAY] = [lines.at(0)?.booked_at, lines.at(-1)?.booked_at]
  const file = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${CAMT053.namespace}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId><CreDtTm>${to}T23:00:00Z</CreDtTm></GrpHdr><Stmt><Id>${statementId(opening, lines)}</Id><Acct>${accountId(ACCOUNT)}</Acct>
${balanceElement('OPBD', micros(opening), currency, from)}
${balanceElement('CLBD', closing, currency, to)}
${lines.map((line) => entryElement(line, currency)).join('\n')}
</Stmt></BkToCstmrStmt></Document>
`
  const [fault] = faultsOf(file, CAMT053)
  if (fault !== undefined) throw new RangeError(`no CAMT.053 file: ${fault}`)
  return file
}

/** The day of a statement without lines. */
const DAY = '2026-11-20'
/** The sandbox's account for deposits. */
const ACCOUNT = 'SANDBOX-0001'

/** Banks number their statements; here the number follows from opening balance and lines. */
function statementId(opening: string, lines: readonly FileLine[]): string {
  return createHash('sha256')
    .update(JSON.stringify([opening, lines]))
    .digest('hex')
    .slice(0, 20)
}

/** The same as a CSV file. */
export function csvFile({ opening, lines, currency = 'USD' }: FileContent): string {
  let balance = micros(opening)
  const rows = lines.map((line) => {
    balance += micros(line.amount)
    const cells = [
      line.bank_reference,
      line.booked_at,
      line.amount,
      currency,
      formatAmount(balance),
      line.name,
      line.account,
      line.remittance,
    ]
    return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  })
  const header =
    'bank_reference,booked_at,amount,currency,balance_after,counterparty_name,counterparty_account,remittance'
  return `${[header, ...rows].join('\n')}\n`
}

/** The same as an MT940 message; `remittance` and names must not contain its reserved characters. */
export function mt940File({ opening, lines, currency = 'USD' }: FileContent): string {
  const closing = lines.reduce((sum, line) => sum + micros(line.amount), micros(opening))
  const balance = (amount: bigint) =>
    `${amount < 0n ? 'D' : 'C'}261120${currency}${magnitude(amount).replace('.', ',')}`
  const fields = lines.map((line) => {
    const amount = micros(line.amount)
    const day = line.booked_at.slice(2).replaceAll('-', '')
    const texts = (line.remittance.match(/.{1,27}/gs) ?? ['']).map((text, index) => `?${20 + index}${text}`)
    return `:61:${day}${day.slice(2)}${amount < 0n ? 'D' : 'C'}${magnitude(amount).replace('.', ',')}NTRFNONREF//${line.bank_reference}\r
:86:166?00TRANSFER${texts.join('')}?31${line.account}?32${line.name}\r
`
  })
  return `:20:${statementId(opening, lines).slice(0, 16)}\r
:25:00\r
:28C:1/1\r
:60F:${balance(micros(opening))}\r
${fields.join('')}:62F:${balance(closing)}\r
-\r
`
}

function micros(text: string): bigint {
  const amount = parseAmount(text.replace('-', ''))
  if (amount === null) throw new RangeError(`not an amount: ${text}`)
  return text.startsWith('-') ? -amount : amount
}

function magnitude(amount: bigint): string {
  return formatAmount(amount < 0n ? -amount : amount)
}

function balanceElement(code: string, amount: bigint, currency: string, day: string): string {
  const indicator = amount < 0n ? 'DBIT' : 'CRDT'
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${magnitude(amount)}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** An element, left out if the text is empty. */
function element(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${escaped(text)}</${name}>`
}

function accountId(account: string): string {
  const is_iban = /^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/.test(account)
  return `<Id>${is_iban ? element('IBAN', account) : `<Othr>${element('Id', account)}</Othr>`}</Id>`
}

function entryElement(line: FileLine, currency: string): string {
  const amount = micros(line.amount)
  const [indicator, role, family] = amount < 0n ? ['DBIT', 'Cdtr', 'ICDT'] : ['CRDT', 'Dbtr', 'RCDT']
  const code = `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>`
  const account = line.account === '' ? '' : `<${role}Acct>${accountId(line.account)}</${role}Acct>`
  const parties = `<RltdPties><${role}><Pty>${element('Nm', line.name)}</Pty></${role}>${account}</RltdPties>`
  return `<Ntry><Amt Ccy="${currency}">${magnitude(amount)}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${line.booked_at}</Dt></BookgDt>${element('AcctSvcrRef', line.bank_reference)}${code}<NtryDtls><TxDtls>${parties}<RmtInf>${element('Ustrd', line.remittance)}</RmtInf></TxDtls></NtryDtls></Ntry>`
}
