import { expect, test } from 'vitest'
import { recalledDeposits } from './recalled-deposits.ts'

const deposit = (deposit_id: string, changes = {}) => ({
  ...{
    deposit_id,
    amount: '160.00',
    recalled: '0.00',
    bank_reference: `SB-00${deposit_id}`,
    remittance: 'AB12',
  },
  ...changes,
})
const line = (changes = {}) => ({
  amount: '-160.00',
  bank_reference: 'SB-900',
  remittance: 'AB12',
  ...changes,
})

test.each([
  ['the one of its amount', line(), [deposit('1'), deposit('2', { amount: '150.00' })], ['1']],
  ['two of its amount: the bank has not said which', line(), [deposit('1'), deposit('2')], ['1', '2']],
  [
    'the one whose bank reference it names',
    line({ remittance: 'AB12 Original sb 002' }),
    [deposit('1'), deposit('2')],
    ['2'],
  ],
  [
    'the one whose text it repeats, with the payer’s end-to-end id',
    line({ remittance: 'AB12 E2E-7' }),
    [deposit('1', { remittance: 'AB12 E2E-8' }), deposit('2', { remittance: 'AB12 E2E-7' })],
    ['2'],
  ],
  [
    'a part of the one that it names',
    line({ amount: '-60.00', remittance: 'SB-001' }),
    [deposit('1', { recalled: '100.00' })],
    ['1'],
  ],
  ['not more than is left of one', line({ remittance: 'SB-001' }), [deposit('1', { recalled: '0.01' })], []],
  ['none that was taken back already', line(), [deposit('1', { recalled: '160.00' })], []],
  ['none of another amount', line({ amount: '-160.01' }), [deposit('1')], []],
] as const)('what the bank took back is %s [proof 606]', (_case, taken_back, deposits, found) => {
  expect(recalledDeposits(taken_back, deposits).map(({ deposit_id }) => deposit_id)).toEqual(found)
})
