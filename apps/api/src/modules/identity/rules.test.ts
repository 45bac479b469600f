import { ACCOUNT_STATUSES, type AccountStatus } from '@adtally/contract/enums.ts'
import type { StatusChange } from '@adtally/contract/operator/house/customers.ts'
import { describe, expect, test } from 'vitest'
import { maskEmail, maskPhone, standingOf, statusAfter } from './rules.ts'

describe('what a token may do', () => {
  const disabled = { access: 'restricted', restricted_because: 'account_disabled' }
  const cancelled = { access: 'restricted', restricted_because: 'account_cancelled' }
  const nothing = { access: 'none', reason: 'account_not_activated' }
  test.each([
    { access: 'full', status: 'active', standing: { access: 'full' } },
    { access: 'full', status: 'not_activated', standing: nothing },
    { access: 'full', status: 'disabled', standing: disabled },
    { access: 'full', status: 'cancelled', standing: cancelled },
    { access: 'restricted', status: 'active', standing: { access: 'restricted' } },
    { access: 'restricted', status: 'not_activated', standing: nothing },
    { access: 'restricted', status: 'disabled', standing: disabled },
    { access: 'restricted', status: 'cancelled', standing: cancelled },
  ] as const)('$access, account $status', ({ access, status, standing }) => {
    expect(standingOf(access, status)).toEqual(standing)
  })
})

describe('status', () => {
  const allowed: Partial<Record<`${AccountStatus} ${StatusChange}`, AccountStatus>> = {
    'not_activated activate': 'active',
    'active disable': 'disabled',
    'not_activated disable': 'disabled',
    'disabled enable': 'active',
    'active cancel': 'cancelled',
    'not_activated cancel': 'cancelled',
    'disabled cancel': 'cancelled',
  }
  const changes = ['activate', 'disable', 'enable', 'cancel'] as const
  const cases = ACCOUNT_STATUSES.flatMap((status) => changes.map((change) => ({ status, change })))
  test.each(cases)('$status, $change', ({ status, change }) => {
    expect(statusAfter(status, change)).toBe(allowed[`${status} ${change}`] ?? null)
  })
})

test('contact data is masked', () => {
  expect(maskEmail('jane.doe@example.com')).toBe('j•••@example.com')
  expect(maskPhone('+66812345678')).toBe('+66•••678')
})
