import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { countryList } from './catalogue-fields.ts'

test('codes that no country has are refused, Kosovo’s is taken [proof 1062]', () => {
  const takes = (listed: string) => z.safeParse(countryList, listed).success
  for (const none of ['ZZ', 'XX', 'AA', 'QM', 'QZ', 'XA', 'DE,XX', 'xx'])
    expect(takes(none), none).toBe(false)
  for (const some of ['DE', 'de,fr', 'QA', 'XK', 'ZA', 'AX']) expect(takes(some), some).toBe(true)
})
