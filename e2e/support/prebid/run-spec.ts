import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from '../../../tidy/run/command.ts'
import { ADAPTER_FOLDER, bundlePrebid, type Cut } from './bundle.ts'

const SPEC = `import '${ADAPTER_FOLDER}/test/spec/modules/adtallyBidAdapter_spec.js'`
const MOCHA = join(ROOT, 'node_modules/mocha/mocha.js')

/** The titles of the spec's tests that failed, and how many did not. */
export interface Outcome {
  passed: number
  failed: string[]
}

/** Runs the adapter's spec in the page, against Prebid.js's published modules and the adapter without `cuts`. */
export async function runSpec(page: Page, cuts: readonly Cut[]): Promise<Outcome> {
  const script = await bundlePrebid(SPEC, { cuts })
  await page.goto('about:blank')
  await page.addScriptTag({ path: MOCHA })
  await page.evaluate(() => Object(window).mocha.setup({ ui: 'bdd', reporter: class {} }))
  await page.addScriptTag({ content: script })
  return await page.evaluate(
    () =>
      new Promise<Outcome>((resolve) => {
        const outcome: Outcome = { passed: 0, failed: [] }
        const runner = Object(window).mocha.run(() => resolve(outcome))
        runner.on('pass', () => {
          outcome.passed += 1
        })
        runner.on('fail', ({ title }: { title: string }, { message }: Error) =>
          outcome.failed.push(`${title}: ${message}`),
        )
      }),
  )
}
