import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, test as base, expect } from '@playwright/test'
import { CALLS_IN_THE_APP } from '../calls.ts'
import { CallRecorder, callsOf } from './call-recorder.ts'
import { QuietPages } from './screens/quiet-pages.ts'

const FOLDER = fileURLToPath(new URL('../', import.meta.url))

/**
 * Playwright's test, which also checks that each test makes the calls that `e2e/calls.ts` lists for it: it records
 * the successful calls of the app's pages, and a missing one fails the test.
 */
export const test = base.extend<{ calls_made: undefined }>({
  calls_made: [
    async ({ browser }, use, testInfo) => {
      const recorder = new CallRecorder()
      const listen = (context: BrowserContext) => recorder.listen(context)
      for (const context of browser.contexts()) listen(context)
      browser.on('context', listen)
      await use(undefined)
      browser.off('context', listen)
      const made = await recorder.made()
      const promised = callsOf(CALLS_IN_THE_APP, relative(FOLDER, testInfo.file), testInfo.title)
      const missing = promised.filter((call) => !made.has(call))
      // A test that has failed has already said why.
      if (testInfo.status === 'passed') {
        expect(missing, 'calls that this test makes through the app').toEqual([])
      }
    },
    { auto: true },
  ],
})

/**
 * The same, whose pages report nothing against themselves until it ends: those of the test's own context, and of each that it has
 * `quiet` watch.
 */
export const quietTest = test.extend<{ quiet: QuietPages }>({
  quiet: [
    async ({ context }, use) => {
      const quiet = new QuietPages()
      await quiet.watch(context)
      await use(quiet)
      expect(quiet.complaints).toEqual([])
    },
    { auto: true },
  ],
})
