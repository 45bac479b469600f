import { expect, test } from 'vitest'
import { factsFrom } from './proposal-facts.ts'

test('facts are texts, whatever they were, and the same in whatever order the members of a value are', () => {
  const at = new Date('2026-01-31T14:15:00Z')
  expect(factsFrom({ a: null, b: [], c: ['DE', 'FR'], d: at, e: 5n, f: true, g: { y: 1, x: 'z' } })).toEqual({
    ...{ a: '–', b: '–', c: 'DE, FR', d: '2026-01-31T14:15:00.000Z', e: '5', f: 'true', g: 'x: z; y: 1' },
  })
})
