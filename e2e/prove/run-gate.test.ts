import { expect, test } from 'vitest'
import type { Gate, GateContext } from './gate.ts'
import { runGate } from './run-gate.ts'

const context: GateContext = {
  root: '/',
  scratch: '/',
  handed_on: '/',
  chromium_path: '/',
  sharedDemo: () => Promise.reject(new Error('no demo here')),
  note: () => {},
}

/** A gate that passes at its `passes_at`-th run. */
function gateThatPasses(passes_at: number, timing: boolean): Gate {
  let runs = 0
  const run = () => {
    runs += 1
    return Promise.resolve({ passed: runs >= passes_at, figure: `run ${runs}` })
  }
  return { name: 'planted', timing, run }
}

test('a gate that passes is run once', async () => {
  expect(await runGate(gateThatPasses(1, true), context)).toMatchObject({ passed: true, tries: 1 })
})

test('a timing gate has three tries, and fails after them', async () => {
  expect(await runGate(gateThatPasses(3, true), context)).toMatchObject({ passed: true, tries: 3 })
  expect(await runGate(gateThatPasses(4, true), context)).toMatchObject({ passed: false, tries: 3 })
})

test('a gate of right and wrong has one try', async () => {
  expect(await runGate(gateThatPasses(2, false), context)).toMatchObject({ passed: false, tries: 1 })
})

test('a gate that throws or hangs has not passed', async () => {
  const throwing = { name: 'throws', timing: false, run: () => Promise.reject(new Error('lost 3 of 9')) }
  expect(await runGate(throwing, context)).toMatchObject({ passed: false, figure: 'lost 3 of 9' })
  const hanging = { name: 'hangs', timing: false, run: () => new Promise<never>(() => {}) }
  expect(await runGate(hanging, context, 20)).toMatchObject({ passed: false, figure: 'not done in 0.02 s' })
})
