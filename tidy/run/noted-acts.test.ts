import { expect, test } from 'vitest'
import { tallyApprovedActs, tallyKeptActs } from './noted-acts.ts'

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

test('an act that no test saw in the audit log is told, and one that its customer does not read [proof 1461]', () => {
  const acts = {
    staff: [
      { name: 'place-hold', kind: 'propose', touches: 'customer' },
      { name: 'open-product', kind: 'act' },
      { name: 'list-holds', kind: 'read' },
      { name: 'approve-together', kind: 'act' },
    ],
    partners: [{ name: 'set-bank', kind: 'act' }],
  } as const
  const all = 'place-hold kept\nplace-hold read\nopen-product kept\npartner:set-bank kept\n'
  expect(tallyKeptActs(all, acts)).toMatchObject({ passed: 4, failed: 0 })
  for (const line of all.trim().split('\n'))
    expect(tallyKeptActs(all.replace(`${line}\n`, ''), acts)).toMatchObject({
      passed: 3,
      failed: 1,
      failures: [expect.stringContaining(line.split(' ')[0] ?? '')],
    })
  expect(tallyKeptActs(null, acts)).toMatchObject({ passed: 0, failed: 4 })
  expect(tallyKeptActs(all, { staff: [], partners: [] })).toMatchObject({ failed: 1 })
})
