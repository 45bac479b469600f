import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { type PaymentOrder, paymentOrderFile } from './payment-order.ts'

const IBAN = 'DE89370400440532013000'
const payment = {
  name: 'Zoë & "東京" <x>',
  account_number: IBAN,
  bank_name: 'Bank',
  end_to_end_id: 'W100001',
  amount_micros: 19_750_000n,
}
const order: PaymentOrder = {
  message_id: 'PAY0190ABCDEF',
  created_at: new Date('2026-11-21T10:00:00Z'),
  currency: 'USD',
  debtor: { name: 'Adtally & Co', account_number: IBAN, bank_name: 'House Bank' },
  payments: [payment, { ...payment, end_to_end_id: 'W100002', amount_micros: 1_000_000_000n }],
}

/** A file's elements in order, each with its text or children, as a schema's sequence sees them. */
function outline(file: string): string {
  const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, parseTagValue: false })
  const walk = (nodes: readonly Record<string, unknown>[]): string =>
    nodes
      .flatMap((node) =>
        Object.entries(node)
          .filter(([name]) => !name.startsWith('?') && name !== ':@')
          .map(([name, inside]) =>
            name === '#text' ? String(inside) : `${name}(${Array.isArray(inside) ? walk(inside) : ''})`,
          ),
      )
      .join(' ')
  return walk(parser.parse(file))
}

describe('a payment order (ISO 20022 pain.001.001.09)', () => {
  test('has exactly these elements in this order', () => {
    const transaction = (id: string, amount: string) =>
      `CdtTrfTxInf(PmtId(EndToEndId(${id})) Amt(InstdAmt(${amount})) CdtrAgt(FinInstnId(Nm(Bank))) ` +
      `Cdtr(Nm(Zoë & "東京" <x>)) CdtrAcct(Id(IBAN(${IBAN}))) RmtInf(Ustrd(${id})))`
    expect(outline(paymentOrderFile(order))).toBe(
      'Document(CstmrCdtTrfInitn(' +
        'GrpHdr(MsgId(PAY0190ABCDEF) CreDtTm(2026-11-21T10:00:00.000Z) NbOfTxs(2) CtrlSum(1019.75) ' +
        'InitgPty(Nm(Adtally & Co))) ' +
        'PmtInf(PmtInfId(PAY0190ABCDEF) PmtMtd(TRF) NbOfTxs(2) CtrlSum(1019.75) ReqdExctnDt(Dt(2026-11-21)) ' +
        `Dbtr(Nm(Adtally & Co)) DbtrAcct(Id(IBAN(${IBAN})) Ccy(USD)) DbtrAgt(FinInstnId(Nm(House Bank))) ChrgBr(DEBT) ` +
        `${transaction('W100001', '19.75')} ${transaction('W100002', '1000.00')})))`,
    )
  })
  // Follows `EPC132-08`; its schema has accepted this file and rejected several planted faults.
  test('in euro keeps to SEPA: its charges, no bank’s name, 70 characters of a name', () => {
    const long = { ...payment, name: '東'.repeat(200) }
    const file = paymentOrderFile({ ...order, currency: 'EUR', payments: [long] })
    expect(file).toContain('<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>')
    expect(file).toContain('<ChrgBr>SLEV</ChrgBr>')
    expect(file).not.toContain('CdtrAgt')
    expect(file).toContain(`<Cdtr><Nm>${'東'.repeat(70)}</Nm></Cdtr>`)
  })
  test('names a domestic account by its number, and writes nothing that XML can’t hold', () => {
    const odd = { ...payment, account_number: '0012345678', name: 'A\u0000\u0001B\uFFFE' }
    const file = paymentOrderFile({ ...order, payments: [odd] })
    expect(file).toContain('<CdtrAcct><Id><Othr><Id>0012345678</Id></Othr></Id></CdtrAcct>')
    expect(file).toContain('<Nm>AB</Nm>')
  })
})
