import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { camt053Reader } from './camt053.ts'
import type { StatementEvent, StatementLine } from './statement.ts'
import { XmlFault, XmlReader } from './xml-reader.ts'

const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`

function statement(entries: string, { closing = '100.00', head = '', version = '08' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
<Stmt><Id>2026-11</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${balance('OPBD', '0.00')}${balance('CLBD', closing)}${head}${entries}</Stmt></BkToCstmrStmt></Document>`
}

function entry(
  inside: string,
  { amount = '100.00', status = '<Sts><Cd>BOOK</Cd></Sts>', mark = 'CRDT' } = {},
): string {
  return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>${status}<BookgDt><Dt>2026-11-02+01:00</Dt></BookgDt><AcctSvcrRef>R1</AcctSvcrRef>${inside}</Ntry>`
}

function read(file: string): StatementEvent[] {
  const reader = camt053Reader()
  return [...reader.write(file), ...reader.end()]
}

function linesOf(file: string): StatementLine[] {
  return read(file).flatMap((event) => (event.kind === 'lines' ? event.lines : []))
}

test('version .02 and .08 of the schema say the same', () => {
  const parties = (old: boolean) => {
    const name = old ? '<Nm>Ada</Nm>' : '<Pty><Nm>Ada</Nm></Pty>'
    return `<RltdPties><Dbtr>${name}</Dbtr><DbtrAcct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>AD23456789AB</Ustrd><Ustrd>thanks</Ustrd></RmtInf>`
  }
  const old = entry(
    `<NtryDtls><TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">100.00</Amt></TxAmt></AmtDtls>${parties(true)}</TxDtls></NtryDtls>`,
    {
      status: '<Sts>BOOK</Sts>',
    },
  )
  const present = entry(`<NtryDtls><TxDtls><Amt Ccy="EUR">100.00</Amt>${parties(false)}</TxDtls></NtryDtls>`)
  const [first] = linesOf(statement(old, { version: '02' }))
  expect(first).toEqual(linesOf(statement(present))[0])
  expect(first).toMatchObject({
    amount_micros: 100_000_000n,
    counterparty_name: 'Ada',
    counterparty_account: 'GB33BUKB20201555555555',
    remittance: 'AD23456789AB thanks',
    booked_at: new Date('2026-11-02T00:00:00Z'),
  })
})

test('a collected entry is a line for each transaction, and they have to add up to it', () => {
  const transaction = (amount: string) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`
  const of = (...amounts: string[]) =>
    statement(
      entry(`<NtryDtls>${amounts.map(transaction).join('')}</NtryDtls>`, { status: '<Sts>BOOK</Sts>' }),
    )
  expect(linesOf(of('60.00', '40.00')).map((line) => [line.bank_reference, line.amount_micros])).toEqual([
    ['R1/1', 60_000_000n],
    ['R1/2', 40_000_000n],
  ])
  expect(() => read(of('60.00', '41.00'))).toThrow('statement_malformed')
})

test('entries that are not booked are left out; a stated number of entries has to be right', () => {
  const pending = entry('', { status: '<Sts>PDNG</Sts>' })
  expect(linesOf(statement(entry('') + pending))).toHaveLength(1)
  const counted = (entries: number) =>
    statement(entry(''), {
      head: `<TxsSummry><TtlNtries><NbOfNtries>${entries}</NbOfNtries></TtlNtries></TxsSummry>`,
    })
  expect(linesOf(counted(1))).toHaveLength(1)
  expect(() => read(counted(2))).toThrow('statement_malformed')
})

test('what comes back is known as such, by whom it was sent to', () => {
  const returned = entry(
    `<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Adtally</Nm></Dbtr><Cdtr><Nm>Grace</Nm></Cdtr></RltdPties><RmtInf><Ustrd>W100001</Ustrd></RmtInf><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>`,
  )
  expect(linesOf(statement(returned))[0]).toMatchObject({ is_return: true, counterparty_name: 'Grace' })
  expect(linesOf(statement(entry('<RvslInd>true</RvslInd>')))[0]?.is_return).toBe(true)
  expect(linesOf(statement(entry('')))[0]?.is_return).toBe(false)
})

test('several statements of one file follow each other', () => {
  const two = statement(entry('')).replace(
    '</Stmt>',
    `</Stmt><Stmt><Id>2</Id>${balance('OPBD', '100.00')}${balance('CLBD', '100.00')}</Stmt>`,
  )
  expect(read(two).map(({ kind }) => kind)).toEqual(['opening', 'lines', 'closing', 'opening', 'closing'])
})

describe('what is no such file', () => {
  test.each([
    ['a document type', statement('').replace('<Document', '<!DOCTYPE x [<!ENTITY a "aaaa">]><Document')],
    ['an unknown entity', statement(entry('<AddtlNtryInf>&bomb;</AddtlNtryInf>'))],
    ['crossed tags', statement('<a><b></a></b>')],
    ['two roots', `${statement('', { closing: '0.00' })}<Document/>`],
    ['another currency', statement(entry('').replace('EUR', 'USD'))],
    ['no balance', statement('').replaceAll('CLBD', 'CLAV')],
    ['another document', '<?xml version="1.0"?><html><body/></html>'],
    ['a day that is none', statement(entry('').replace('2026-11-02', '2026-02-30'))],
    ['a negative amount', statement(entry('', { amount: '-100.00' }))],
  ])('%s', (_name, file) => expect(() => read(file)).toThrow('statement_malformed'))
})

test('the reader tells of elements and texts what a general parser builds', () => {
  const file = `<?xml version="1.0"?><!-- a > b --><x:r xmlns:x="u"><a k='1>2' j="it's"> one &amp; &#x41;&#66; </a><b><![CDATA[<raw> & ]]>tail</b><c/></x:r>`
  const told: Record<string, string> = {}
  const reader = new XmlReader({
    open: () => {},
    close: (name, text) => Object.assign(told, { [name]: text }),
  })
  for (const character of file) reader.write(character)
  reader.end()
  const parser = new XMLParser({ removeNSPrefix: true, trimValues: false, htmlEntities: true })
  const { a, b, c } = parser.parse(file).r
  expect(told).toMatchObject({ a, b, c })
  expect(() => new XmlReader({ open: () => {}, close: () => {} }).write('<a></b>')).toThrow(XmlFault)
})

describe('a file made to be slow', () => {
  const SIZE = 300_000
  /**
   * Processor time, so that a busy machine does not matter: a file this size takes tens of milliseconds; a parser
   * that rescans took minutes.
   */
  const PATIENCE_MS = 5_000
  const processorMs = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  const silent = () => new XmlReader({ open: () => {}, close: () => {} })

  test.each([
    ['ends of tags in a quoted value', `<a b="${'>'.repeat(SIZE)}"/>`],
    ['quotes', `<a b='${'"'.repeat(SIZE)}'/>`],
    ['a long comment', `<a><!--${'- '.repeat(SIZE / 2)}--></a>`],
    ['a long instruction', `<?x ${'?'.repeat(SIZE)} ?><a/>`],
    ['a long literal text', `<a><![CDATA[${']'.repeat(SIZE)} ]]></a>`],
    ['a long text', `<a>${'x'.repeat(SIZE)}</a>`],
    ['white space in a tag', `<a${' '.repeat(SIZE)}/>`],
    ['many elements', `<a>${'<b/>'.repeat(SIZE / 4)}</a>`],
    ['many small texts', `<a>${'x<b/>'.repeat(SIZE / 5)}</a>`],
    ['attributes', `<a ${Array.from({ length: SIZE / 20 }, (_, at) => `b${at}="${at}"`).join(' ')}/>`],
    ['references', `<a>${'&amp;'.repeat(SIZE / 5)}</a>`],
  ])('takes no longer than any other of its size: %s [proof 173]', (_name, file) => {
    const began_ms = processorMs()
    for (const piece_length of [4_096, SIZE * 2]) {
      const reader = silent()
      for (let at = 0; at < file.length; at += piece_length) reader.write(file.slice(at, at + piece_length))
      reader.end()
    }
    expect(processorMs() - began_ms).toBeLessThan(PATIENCE_MS)
  })
})

test.each([
  ['text', '<a>', 'x'],
  ['comment', '<a><!--', 'x'],
  ['tag', '<a b="', 'x'],
  ['text between its children', '<a>', 'x<b/>'],
])('a %s without an end is refused before it fills the memory', (_name, beginning, more) => {
  const reader = new XmlReader({ open: () => {}, close: () => {} })
  const piece = more.repeat(100_000)
  reader.write(beginning)
  expect(() => {
    for (let pieces = 0; pieces < 60; pieces += 1) reader.write(piece)
  }).toThrow(XmlFault)
})

test('cut anywhere, a file tells the same', () => {
  const file = `<?xml version="1.0"?><!-- a > b - --><r a='>"' b=">'"><![CDATA[ ]] > ]]><c d="?>"/>&lt;<?p ? > ?></r>`
  const toldOf = (pieces: readonly string[]) => {
    const told: unknown[] = []
    const reader = new XmlReader({
      open: (name, attributes) => told.push([name, { ...attributes }]),
      close: (...of) => told.push(of),
    })
    for (const piece of pieces) reader.write(piece)
    reader.end()
    return told
  }
  const whole = toldOf([file])
  for (let at = 1; at < file.length; at += 1) {
    for (let to = at; to < file.length; to += 1) {
      expect(toldOf([file.slice(0, at), file.slice(at, to), file.slice(to)])).toEqual(whole)
    }
  }
  expect(whole).toContainEqual(['r', ' ]] > <'])
})
