import { expect, test } from 'vitest'
import { paymentListFile } from './payment-list.ts'

test.each(['=1+1', '+1', '-A1', '@SUM(A1)', '\t=1', '＝1'])(
  'no cell of a list of payments runs in a spreadsheet: %j [proof 1316]',
  (text) => {
    const payment = { number: text, network: text, address: text, amount_micros: 1_000_000n }
    const [, row = ''] = paymentListFile([payment], text).split('\n')
    expect(row.replaceAll('"', '').split(',')).toEqual([
      ...[`'${text}`, `'${text}`, `'${text}`, '1.00', `'${text}`],
    ])
  },
)

test('control: what was bound is written as it is', () => {
  const payment = { number: 'W100001', network: 'trc20', address: 'TXabc123', amount_micros: 1_500_000n }
  expect(paymentListFile([payment], 'USD')).toBe(
    'number,network,address,amount,currency\nW100001,trc20,TXabc123,1.50,USD\n',
  )
})
