import { createHash } from 'node:crypto'
import { formatAmount, parseAmount } from '@adtally/money/money.ts'

/** One movement of a made bank statement; `amount` signed, in major units. */
export interface FileLine {
  bank_reference: string
  booked_at: string
  amount: string
  name: string
  account: string
  remittance: string
}

/** What a bank would put into a statement file; the closing balance follows. */
export interface FileContent {
  opening: string
  lines: readonly FileLine[]
  currency?: string
}

/** A CAMT.053 file as a bank would send it. */
export function camt053File({ opening, lines, currency = 'USD' }: FileContent): string {
  const closing = lines.reduce((sum, line) => sum + micros(line.amount), micros(opening))
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>${statementId(opening, lines)}</Id>
${balanceElement('OPBD', micros(opening), currency)}
${balanceElement('CLBD', closing, currency)}
${lines.map((line) => entryElement(line, currency)).join('\n')}
</Stmt></BkToCstmrStmt></Document>
`
}

/** A bank numbers its statements; here the same lines after the same balance are the same statement. */
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

/** The same as an MT940 message; `remittance` and names without the signs that its grammar keeps for itself. */
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

function balanceElement(code: string, amount: bigint, currency: string): string {
  const indicator = amount < 0n ? 'DBIT' : 'CRDT'
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${magnitude(amount)}</Amt><CdtDbtInd>${indicator}</CdtDbtInd></Bal>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function entryElement(line: FileLine, currency: string): string {
  const amount = micros(line.amount)
  const [indicator, role] = amount < 0n ? ['DBIT', 'Cdtr'] : ['CRDT', 'Dbtr']
  return `<Ntry><Amt Ccy="${currency}">${magnitude(amount)}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${line.booked_at}</Dt></BookgDt><AcctSvcrRef>${escaped(line.bank_reference)}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><${role}><Pty><Nm>${escaped(line.name)}</Nm></Pty></${role}><${role}Acct><Id><IBAN>${escaped(line.account)}</IBAN></Id></${role}Acct></RltdPties><RmtInf><Ustrd>${escaped(line.remittance)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
}
