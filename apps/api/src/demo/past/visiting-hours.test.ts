import { expect, test } from 'vitest'
import { VISITING_HOURS, visitsWithin } from './visiting-hours.ts'

test.each([1, 4, 26, 30])('%i visits of a day come once each, in some hour', (visits) => {
  const all = VISITING_HOURS.flatMap((hour) => visitsWithin(visits, hour))
  expect(all).toEqual(Array.from({ length: visits }, (_, number) => number))
})
