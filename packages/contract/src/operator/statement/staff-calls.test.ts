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

/** Last words of names that read as a command and not as what people say. */
const VERBS =
  /-(activate|add|advance|cancel|close|create|decide|disable|enable|issue|list|open|propose|related|replay|revoke|show|verify|withdraw)$/

test('an act whose name does not read as words has a title [proof 1410]', () => {
  const unread = STAFF_CALLS.filter(({ name, title }) => title === undefined && VERBS.test(name))
  expect(unread.map(({ name }) => name)).toEqual([])
  expect(STAFF_CALLS.filter(({ name }) => VERBS.test(name)).length).toBeGreaterThan(20)
  for (const { title } of STAFF_CALLS) expect(title ?? 'A title').toMatch(/^[A-Z][^.]*[^.]$/)
})

test('each act is stated once', () => {
  const names = STAFF_CALLS.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].toSorted())
  expect(names).toContain('approve')
})
