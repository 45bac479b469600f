import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { amountInput, count, text } from '../../fields.ts'
import { PARTNER_CALLS } from '../../partner/statement/partner-calls.ts'
import { fieldsOf } from './field-kinds.ts'
import { type StatedAct, staffCall } from './staff-call.ts'
import { STAFF_CALLS } from './staff-calls.ts'
import { TYPED_AMOUNTS } from './typed-amounts.ts'

/** What is counted or follows from entries: nobody says it. */
const FIGURE =
  /(^|_)(balance|available|impressions?|viewables?|clicks?|conversions?|spend|spent|revenue|profit|loss|earnings?|statistics?|deposited|withdrawn)$/

/** Amounts that a statement takes beside those of the closed list, and fields that sound like a figure. */
function faultsOf(calls: readonly StatedAct[]): string[] {
  return calls.flatMap(({ name, request }) =>
    fieldsOf(request).flatMap((field) => {
      const here = `${name} ${field.name}`
      const is_typed = field.kind === 'amount' && !Object.hasOwn(TYPED_AMOUNTS, here)
      return is_typed || FIGURE.test(field.name) ? [here] : []
    }),
  )
}

test('amounts that staff may type are a closed list, and no field takes a balance or a statistic [proof 1221]', () => {
  expect(faultsOf([...STAFF_CALLS, ...PARTNER_CALLS])).toEqual([])
  const taken = STAFF_CALLS.flatMap(({ name, area, request }) =>
    fieldsOf(request).flatMap((field) =>
      // A policy's figures are typed one a line, by name.
      field.kind === 'amount' || (area === 'policies' && field.kind === 'lines')
        ? [`${name} ${field.name}`]
        : [],
    ),
  )
  expect(taken.toSorted()).toEqual(Object.keys(TYPED_AMOUNTS).toSorted())
})

test('control: a balance and statistics that somebody could type are found', () => {
  const correct = staffCall({
    name: 'correct-customer',
    kind: 'act',
    area: 'customers',
    roles: ['admin'],
    summary: 'Correct a customer’s figures',
    request: z.strictObject({
      amount: z.optional(amountInput),
      balance: text(20),
      plan_impressions: z.optional(count),
      reason: text(20),
    }),
    response: z.object({}),
    refusals: [],
  })
  expect(faultsOf([...STAFF_CALLS, correct])).toEqual([
    'correct-customer amount',
    'correct-customer balance',
    'correct-customer plan_impressions',
  ])
})
