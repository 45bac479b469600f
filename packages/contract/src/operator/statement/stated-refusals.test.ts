import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { text } from '../../fields.ts'
import { email } from '../../identity/identity.ts'
import { COMMON_STAFF_REASONS, isReason } from '../../reasons.ts'
import { couponRevoking } from '../finance/coupons.ts'
import { proposed, type StaffCall, staffCall } from './staff-call.ts'
import { STAFF_CALLS } from './staff-calls.ts'

/** What somebody may write into a field by mistake. */
const MISTAKES = [
  undefined,
  null,
  0,
  true,
  {},
  [],
  '',
  ' ',
  '0',
  '0.00',
  '-1',
  '1e9',
  'x',
  'X'.repeat(200_000),
]

/** Reasons for which a statement's own fields refuse a mistake, though it names none of them. */
function unstated({ request, refusals, approval }: StaffCall): string[] {
  const stated: readonly string[] = [...COMMON_STAFF_REASONS, ...refusals, ...(approval?.refusals ?? [])]
  const given = Object.values(request.shape).flatMap((field) =>
    MISTAKES.flatMap((mistake) => z.safeParse(field, mistake).error?.issues ?? []),
  )
  const reasons = new Set(given.map(({ message }) => message).filter(isReason))
  return [...reasons].filter((reason) => !stated.includes(reason))
}

test('each act names the reasons for which its own fields refuse [proof 1180]', () => {
  expect(STAFF_CALLS.length).toBeGreaterThan(30)
  expect(
    STAFF_CALLS.map((call) => [call.name, unstated(call)]).filter(([, reasons]) => reasons?.length),
  ).toEqual([])
})

test('control: an address that may be malformed, and is not said to be', () => {
  const paying = staffCall({
    name: 'pay-somebody',
    kind: 'propose',
    area: 'parties',
    roles: ['finance_maker'],
    approval: couponRevoking,
    summary: 'Pay somebody',
    request: z.strictObject({ address: email, name: text(20) }),
    response: proposed,
    refusals: [],
  })
  expect(unstated(paying)).toEqual(['email_invalid'])
})
