import { test } from '@playwright/test'
import { type DemoFile, type Program, startDemo } from './program.ts'

/** A demo of the test file's own, from before its first test until after its last; `options` are `startDemo`'s. Called at the file's top. */
export function ownDemo(options: Parameters<typeof startDemo>[0] = {}): () => Program & { demo: DemoFile } {
  let demo: (Program & { demo: DemoFile }) | undefined
  test.beforeAll(async () => {
    demo = await startDemo(options)
  })
  test.afterAll(() => demo?.stop())
  return () => {
    if (!demo) throw new Error('the demo runs while tests do')
    return demo
  }
}
