import { expect, test } from 'vitest'
import { approveProposal, STAFF_CALLS } from './staff-calls.ts'

test('whoever approves may be refused for each reason of every approval, and is told so [proof 1177]', () => {
  const approvals = STAFF_CALLS.flatMap(({ approval }) => approval ?? [])
  expect(approvals.length).toBeGreaterThan(10)
  const untold = approvals.filter(
    ({ refusals }) => !refusals.every((reason) => approveProposal.refusals.includes(reason)),
  )
  expect(untold).toEqual([])
  // Reasons of an area beside those of the proposals' own.
  expect(approveProposal.refusals).toContain('insufficient_balance')
})

test('each act is stated once', () => {
  const names = STAFF_CALLS.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].toSorted())
  expect(names).toContain('approve')
})
