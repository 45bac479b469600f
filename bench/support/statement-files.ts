import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatAmount, MICROS_PER_UNIT } from '../../packages/money/src/money.ts'

/** A long bank statement in one of three formats; every tenth line is paid out. */
export interface LongStatement {
  /** Distinguishes one statement's references from another's. */
  name: string
  account: string
  opening_micros: bigint
  lines: number
}

const CREDIT_MICROS = 25n * MICROS_PER_UNIT
const DEBIT_MICROS = 20n * MICROS_PER_UNIT

const isDebit = (index: number) => index % 10 === 9

/** The balance after the first `count` lines. */
export function balanceAfter({ opening_micros }: LongStatement, count: number): bigint {
  const debits = BigInt(Math.floor(count / 10))
  return opening_micros + (BigInt(count) - debits) * CREDIT_MICROS - debits * DEBIT_MICROS
}

/** Writes the statement to `path` as `format`. */
export async function writeLongStatement(
  path: string,
  statement: LongStatement,
  format: 'camt053' | 'mt940' | 'csv',
): Promise<void> {
  await pipeline(Readable.from(WRITERS[format](statement)), createWriteStream(path))
}

const WRITERS = { camt053: camt053Pieces, mt940: mt940Pieces, csv: csvPieces }

function* camt053Pieces(statement: LongStatement): Generator<string> {
  const { name, account, opening_micros, lines } = statement
  const balance = (code: string, micros: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${formatAmount(micros)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>`
  yield `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${name}</MsgId><CreDtTm>2026-11-20T00:00:00Z</CreDtTm></GrpHdr><Stmt><Id>${name}</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>
${balance('OPBD', opening_micros)}${balance('CLBD', balanceAfter(statement, lines))}\n`
  for (let index = 0; index < lines; index += 1) yield camt053Entry(name, index)
  yield '</Stmt></BkToCstmrStmt></Document>\n'
}

function camt053Entry(name: string, index: number): string {
  const [mark, party, micros] = isDebit(index)
    ? ['DBIT', 'Cdtr', DEBIT_MICROS]
    : ['CRDT', 'Dbtr', CREDIT_MICROS]
  const amount = `<Amt Ccy="USD">${formatAmount(micros)}</Amt><CdtDbtInd>${mark}</CdtDbtInd>`
  return `<Ntry><NtryRef>${index}</NtryRef>${amount}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-20</Dt></ValDt><AcctSvcrRef>${name}-${index}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount}<RltdPties><${party}><Pty><Nm>Person ${index}</Nm></Pty></${party}><${party}Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></${party}Acct></RltdPties><RmtInf><Ustrd>Invoice ${index} of November</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`
}

function* mt940Pieces(statement: LongStatement): Generator<string> {
  const { name, account, opening_micros, lines } = statement
  const comma = (micros: bigint) => formatAmount(micros).replace('.', ',')
  yield `:20:${name}\r\n:25:${account}\r\n:28C:1/1\r\n:60F:C261119USD${comma(opening_micros)}\r\n`
  for (let index = 0; index < lines; index += 1) {
    const [mark, micros] = isDebit(index) ? ['D', DEBIT_MICROS] : ['C', CREDIT_MICROS]
    yield `:61:2611201120${mark}${comma(micros)}NTRFNONREF//${name}-${index}\r\n:86:166?00TRANSFER?20Invoice ${index} of November?31DE89370400440532013000?32Person ${index}\r\n`
  }
  yield `:62F:C261120USD${comma(balanceAfter(statement, lines))}\r\n-\r\n`
}

function* csvPieces(statement: LongStatement): Generator<string> {
  yield 'bank_reference,booked_at,amount,currency,balance_after,counterparty_name,counterparty_account,remittance\n'
  for (let index = 0; index < statement.lines; index += 1) {
    const amount = isDebit(index) ? `-${formatAmount(DEBIT_MICROS)}` : formatAmount(CREDIT_MICROS)
    const balance = formatAmount(balanceAfter(statement, index + 1))
    yield `${statement.name}-${index},2026-11-20,${amount},USD,${balance},Person ${index},DE89370400440532013000,Invoice ${index} of November\n`
  }
}
