import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHAIN_START, type ChainEntry, entryHash, verifyEntries } from './rules.ts'

function chain(fields: readonly (string | null)[][]): ChainEntry[] {
  let previous_hash = CHAIN_START.hash
  return fields.map((members, index) => {
    const entry = { sequence: String(index + 1), fields: members, previous_hash, hash: '' }
    previous_hash = entryHash(entry)
    return { ...entry, hash: previous_hash }
  })
}

const histories = fc.array(fc.array(fc.option(fc.string(), { nil: null }), { minLength: 3, maxLength: 3 }), {
  minLength: 3,
  maxLength: 12,
})

test('a whole chain has no fault', () => {
  fc.assert(
    fc.property(histories, (fields) => {
      expect(verifyEntries(CHAIN_START, chain(fields)).faults).toEqual([])
    }),
  )
})

test('a changed field, a removed entry and two in another order are found wherever they are', () => {
  fc.assert(
    fc.property(
      histories,
      fc.nat(),
      fc.constantFrom('changed', 'removed', 'swapped'),
      (fields, seed, fault) => {
        const entries = chain(fields)
        // Only the head shows that the last entry was removed, and this rule does not see the head.
        const at = seed % (entries.length - 1)
        const [entry, next] = [entries[at], entries[at + 1]]
        if (!entry || !next) return
        if (fault === 'changed')
          entries[at] = { ...entry, fields: [`${entry.fields[0]}!`, ...entry.fields.slice(1)] }
        if (fault === 'removed') entries.splice(at, 1)
        if (fault === 'swapped') {
          entries[at] = { ...next, sequence: entry.sequence }
          entries[at + 1] = { ...entry, sequence: next.sequence }
        }
        expect(verifyEntries(CHAIN_START, entries).faults).not.toEqual([])
      },
    ),
  )
})

test('text that moves from one field to the next changes the hash, and null is not empty', () => {
  const hash = (fields: (string | null)[]) =>
    entryHash({ sequence: '1', fields, previous_hash: '', hash: '' })
  expect(hash(['ab', 'c'])).not.toBe(hash(['a', 'bc']))
  expect(hash(['a', null])).not.toBe(hash(['a', '']))
  expect(hash(['1:a,', ''])).not.toBe(hash(['1:a', ',']))
})
