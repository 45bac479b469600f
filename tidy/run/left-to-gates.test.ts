import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from './command.ts'
import { BROWSER_DRILLS, DRILLS, JOURNEYS, LAYOUTS } from './left-to-gates.ts'

test.each([...DRILLS, ...LAYOUTS, ...JOURNEYS, ...BROWSER_DRILLS])('%s names files of tests', (pattern) => {
  expect(globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] })).not.toEqual([])
})
