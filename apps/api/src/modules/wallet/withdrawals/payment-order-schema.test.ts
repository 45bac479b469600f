import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAIN001 } from '../../../testing/iso20022/pain001.ts'
import { isValid } from '../../../testing/iso20022/published-schema.ts'
import { type OrderPayment, type PaymentOrder, paymentOrderFile } from './payment-order.ts'
import { payoutOf } from './withdrawal-eligibility.ts'

const IBAN = 'DE89370400440532013000'

const payment = (wishes: Partial<OrderPayment> = {}): OrderPayment => ({
  ...{ name: 'Zoë O’Hara & Cie "東京" <x>', account_number: IBAN, bank_name: 'Bank & Söhne <AG>' },
  ...{ end_to_end_id: 'W100001', amount_micros: 19_750_000n },
  ...wishes,
})

const order = (wishes: Partial<PaymentOrder> = {}): PaymentOrder => ({
  message_id: 'PAY0190ABCDEF0190ABCDEF0190ABCDEF01',
  created_at: new Date('2026-11-21T10:00:00Z'),
  currency: 'USD',
  debtor: { name: 'Adtally & Co', account_number: 'SANDBOX-0001', bank_name: 'Sandbox Bank' },
  payments: [payment()],
  ...wishes,
})

const valid = (file: string) => isValid(file, PAIN001)

describe('a payment order keeps the rules of pain.001.001.09', () => {
  test.each([
    ['to an IBAN', order()],
    ['in euro, to an IBAN, from one', order({ currency: 'EUR', debtor: { ...payment(), name: 'Adtally' } })],
    ['to a domestic account', order({ payments: [payment({ account_number: '0012345678' })] })],
    ['to a card', order({ payments: [payment({ account_number: '4111111111111111' })] })],
    ['in plain letters', order({ payments: [payment({ name: 'Ada Lovelace', bank_name: 'First Bank' })] })],
    ['with a long name', order({ payments: [payment({ name: '東'.repeat(300) })] })],
    ['with a long name in two halves a sign', order({ payments: [payment({ name: '😀'.repeat(300) })] })],
    ['in euro with a long name', order({ currency: 'EUR', payments: [payment({ name: 'é'.repeat(300) })] })],
    ['with a name that no file can hold', order({ payments: [payment({ name: '\u0001\uFFFE' })] })],
    ['with a bank without a name', order({ payments: [payment({ bank_name: ' ' })] })],
    [
      'of 500 payments with the largest sum that a ledger has',
      order({
        payments: Array.from({ length: 500 }, (_, index) =>
          payment({ end_to_end_id: `W${100_000 + index}`, amount_micros: 999_999_999_990_000n }),
        ),
      }),
    ],
  ])('%s', (_shape, made) => expect(valid(paymentOrderFile(made))).toBe(true))

  test('whatever a customer and their bank are called, and whatever is withdrawn', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 160 })
    const paid = fc
      .record({
        name: text,
        bank_name: text,
        account_number: fc.constantFrom(IBAN, 'GB33BUKB20201555555555', '12345', '4111111111111111'),
        amount_micros: fc.bigInt({ min: 10_000n, max: 10n ** 15n }).map((amount) => payoutOf(amount, 0n)),
      })
      .map((wishes) => payment(wishes))
    const payments = fc.array(paid, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(payments, fc.constantFrom('USD', 'EUR', 'JPY'), (made, currency) => {
        expect(valid(paymentOrderFile(order({ payments: made, currency })))).toBe(true)
      }),
      { numRuns: 25 },
    )
  })
})

describe('a file that breaks a rule of pain.001.001.09 is found', () => {
  const file = paymentOrderFile(order())
  test.each([
    ['an element out of order', file.replace(/(<Cdtr>.*<\/Cdtr>)(<CdtrAcct>.*<\/CdtrAcct>)/, '$2$1')],
    ['a name too long', file.replace(/(<Cdtr><Nm>)[^<]*/, `$1${'a'.repeat(141)}`)],
    ['an empty name', file.replace(/(<Cdtr><Nm>)[^<]*/, '$1')],
    ['an element left out', file.replace(/<DbtrAgt>.*<\/DbtrAgt>/, '')],
    ['an element twice', file.replace('<ChrgBr>DEBT</ChrgBr>', '<ChrgBr>DEBT</ChrgBr>'.repeat(2))],
    ['a code of no list', file.replace('DEBT', 'OURS')],
    ['an IBAN in small letters', file.replace(IBAN, IBAN.toLowerCase())],
    ['a millionth of a dollar', file.replace('>19.75</InstdAmt>', '>19.750001</InstdAmt>')],
    ['an amount without a currency', file.replace(' Ccy="USD"', '')],
    ['an account of two kinds', file.replace('<Othr>', '<IBAN>DE89370400440532013000</IBAN><Othr>')],
    ['a day that is none', file.replace('<Dt>2026-11-21', '<Dt>2026-02-30')],
    ['a number of payments in words', file.replace('<NbOfTxs>1', '<NbOfTxs>one')],
    ['another version', file.replace('pain.001.001.09', 'pain.001.001.03')],
    ['a message id too long', file.replace('<MsgId>', '<MsgId>X')],
    ['a cut end', file.slice(0, -20)],
  ])('%s', (_name, broken) => {
    expect(broken).not.toBe(file)
    expect(valid(broken)).toBe(false)
  })
})
