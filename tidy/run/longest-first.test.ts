import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from './command.ts'
import { LONGEST } from './longest-first.ts'

test.each(LONGEST)('%s is a file of tests', (name) => {
  expect(globSync(`{apps,database,e2e,packages}/**/${name}.test.{ts,tsx}`, { cwd: ROOT })).toHaveLength(1)
})
