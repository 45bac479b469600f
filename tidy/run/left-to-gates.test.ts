import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from './command.ts'
import { BROWSER_DRILLS, DRILLS, JOURNEYS } from './left-to-gates.ts'

test.each([...DRILLS, BROWSER_DRILLS])('%s names files of tests', (pattern) => {
  expect(globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] })).not.toEqual([])
})

test('each name of a journey is a file, and the main job is left in `npm test`', () => {
  const files = globSync('e2e/*.spec.ts', { cwd: ROOT })
  const names = JOURNEYS.source
    .slice(JOURNEYS.source.indexOf('(') + 1, JOURNEYS.source.indexOf(')'))
    .split('|')
  expect(files.filter((file) => JOURNEYS.test(`/${file}`))).toHaveLength(names.length)
  expect(files.filter((file) => !JOURNEYS.test(`/${file}`))).toContain('e2e/main-job.spec.ts')
})
