import { expect, test } from 'vitest'
import { tallyApprovedActs } from './approved-acts.ts'

const ACTS = [
  { action: 'hold.place' },
  { action: 'payout.send', draws_number: true },
  { action: 'staff.add' },
]

test('an act that no test approved as shown is told, and one that was only described though it can be tried [proof 1437]', () => {
  const all = 'hold.place tried\npayout.send described\nstaff.add tried\n'
  expect(tallyApprovedActs(all, ACTS)).toMatchObject({ passed: 3, failed: 0 })
  expect(tallyApprovedActs(all.replace('staff.add tried', 'staff.add described'), ACTS)).toMatchObject({
    passed: 2,
    failed: 1,
    failures: [expect.stringContaining('staff.add, tried')],
  })
  for (const noted of [null, ''])
    expect(tallyApprovedActs(noted, ACTS)).toMatchObject({ passed: 0, failed: 3 })
  expect(tallyApprovedActs(all, [])).toMatchObject({ failed: 1 })
})
