import { readFileSync } from 'node:fs'
import { CALLS } from '@adtally/contract/calls.ts'
import { expect, test } from 'vitest'
import { CALLS_IN_THE_APP, NOT_OF_THE_APP } from '../calls.ts'
import { callsOf, type Maker } from './call-recorder.ts'

const E2E = new URL('../', import.meta.url)

/** Names in the contract and in neither or both lists, or only in a list. */
function unlisted(names: readonly string[], made: object, not_made: object): string[] {
  const listed = [...Object.keys(made), ...Object.keys(not_made)]
  return [
    ...names.filter((name) => listed.filter((each) => each === name).length !== 1),
    ...listed.filter((name) => !names.includes(name)),
  ]
}

/** Makers whose file lacks their test, or whose test is not checked for its calls. */
function unknown(makers: readonly Maker[], read: (file: string) => string): string[] {
  return makers
    .filter(({ file, title }) => {
      const source = read(file)
      return !source.includes(`test('${title}'`) || !source.includes("from './support/test.ts'")
    })
    .map(({ file, title }) => `${file}: ${title}`)
}

const readSpec = (file: string) => readFileSync(new URL(file, E2E), 'utf8')

test('every call of the contract is made by a browser test, or said why not', () => {
  const names = CALLS.map(({ name }) => name)
  expect(unlisted(names, CALLS_IN_THE_APP, NOT_OF_THE_APP)).toEqual([])
  expect(unknown(Object.values(CALLS_IN_THE_APP), readSpec)).toEqual([])
})
test('control: a call without a test, a test that is not there, and one that is not held to it are found', () => {
  expect(unlisted(['a', 'b', 'c'], { a: 1, d: 1 }, { b: 'why', a: 'why' })).toEqual(['a', 'c', 'd'])
  const files: Record<string, string> = {
    'one.spec.ts': "import { test } from './support/test.ts'\ntest('it works', async",
    'two.spec.ts': "import { test } from '@playwright/test'\ntest('it works', async",
  }
  const read = (file: string) => files[file] ?? ''
  const makers = ['one.spec.ts', 'two.spec.ts', 'three.spec.ts'].map((file) => ({ file, title: 'it works' }))
  expect(unknown(makers, read)).toEqual(['two.spec.ts: it works', 'three.spec.ts: it works'])
})
test('a test is held to its own calls', () => {
  const calls = { a: { file: 'x', title: 't' }, b: { file: 'y', title: 't' }, c: { file: 'x', title: 't' } }
  expect(callsOf(calls, 'x', 't')).toEqual(['a', 'c'])
})
