import { text } from '@adtally/contract/fields.ts'
import {
  customerHandle,
  digestText,
  listText,
  numbersText,
  numberText,
  wholeText,
} from '@adtally/contract/operator/statement/fields.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseInput } from './parse-input.ts'
import { Refusal } from './refusal.ts'

const input = z.strictObject({
  days: z.optional(wholeText(1, 90)),
  name: z.optional(text(5)),
  kind: z.optional(z.enum(['image', 'video'])),
  set: z.optional(z.array(z.string()).check(z.maxLength(2))),
  customer: z.optional(customerHandle),
  number: z.optional(numberText('W')),
  numbers: z.optional(numbersText('W')),
  hash: z.optional(digestText),
  countries: z.optional(
    listText(/^[A-Z]{2}$/, { normalise: (item) => item.toUpperCase(), example: 'DE,FR' }),
  ),
})

function refusalOf(given: Record<string, unknown>) {
  try {
    parseInput(input, given)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { reason: error.reason, ...error.details }
  }
}

describe('a refusal carries what the field has to keep to', () => {
  const example = 'W100001,W100002'
  test.each([
    [{ days: '0' }, 'field_invalid', { minimum: 1, maximum: 90 }],
    [{ days: '91' }, 'field_invalid', { minimum: 1, maximum: 90 }],
    [{ days: '-1' }, 'field_invalid', { minimum: 1, maximum: 90 }],
    [{ days: '1.5' }, 'field_invalid', { minimum: 1, maximum: 90 }],
    [{ days: 'ten' }, 'field_invalid', { minimum: 1, maximum: 90 }],
    [{ days: '9999999999' }, 'field_invalid', { minimum: 1, maximum: 90 }],
    [{ name: 'longer' }, 'field_too_long', { length_max: 5 }],
    [{ kind: 'sound' }, 'field_invalid', { one_of: ['image', 'video'] }],
    [{ set: ['a', 'b', 'c'] }, 'field_invalid', { items_max: 2 }],
    [{ customer: 'x'.repeat(255) }, 'field_too_long', { length_max: 254 }],
    [{ numbers: 'W100001,D100001' }, 'field_invalid', { example }],
    [{ numbers: 'W100001;W100002' }, 'field_invalid', { example }],
    [{ countries: 'Germany' }, 'field_invalid', { example: 'DE,FR' }],
  ])('%j', (given, reason, bounds) => {
    expect(refusalOf(given)).toEqual({ reason, field: Object.keys(given)[0], bounds })
  })

  test.each([[{ days: '' }], [{ name: '' }], [{ numbers: '' }]])(
    'but not where there is nothing: %j',
    (given) => {
      expect(refusalOf(given)).toEqual({ reason: 'field_required', field: Object.keys(given)[0] })
    },
  )
})

test('a number is one whatever the case it is written in, and so are numbers, however they are set apart', () => {
  expect(parseInput(input, { number: ' w100001 ' }).number).toBe('W100001')
  const numbers = ['W100001', 'W100002']
  for (const listed of [
    'W100001,w100002',
    'w100001 W100002',
    ' W100001, W100002 ',
    'W100001\nW100002,W100001',
  ]) {
    expect(parseInput(input, { numbers: listed }).numbers).toEqual(numbers)
  }
  expect(refusalOf({ number: 'D100001' })?.reason).toBe('field_invalid')
})

test('whole numbers, hashes and lists are read', () => {
  const hash = 'AB'.repeat(32)
  expect(parseInput(input, { days: '90', hash, countries: 'de, fr,DE' })).toEqual({
    days: 90,
    hash: hash.toLowerCase(),
    countries: ['DE', 'FR'],
  })
})
