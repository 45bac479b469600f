import { expect, test } from 'vitest'
import { distribution } from './rules/sizes.ts'
import { RULES } from './rules.ts'
import { ROOT } from './run/command.ts'
import { describeViolations, readTree } from './tree.ts'

const tree = readTree(ROOT)

test.each(Object.entries(RULES))('%s', (_name, rule) => {
  const violations = rule(tree)
  expect(violations.length, `\n${describeViolations(violations)}\n`).toBe(0)
})

test('the tree was read', () => {
  const { files, median, nine_tenths } = distribution(tree)
  console.log(`${files} source files, median ${median} lines, nine in ten at most ${nine_tenths}`)
  expect(files).toBeGreaterThan(20)
  expect(tree.has('docs/ARCHITECTURE.md')).toBe(true)
})
