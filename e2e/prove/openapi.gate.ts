import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, runCommand } from '../../tidy/run/command.ts'
import type { Gate } from './gate.ts'

/** The API's document passes an external linter without errors and is the one that the program serves. */
export const gate: Gate = {
  name: 'OpenAPI document',
  timing: false,
  async run({ root, scratch, sharedDemo }) {
    const printed = await runCommand({
      name: 'openapi',
      program: process.execPath,
      args: [join(root, 'packages/contract/src/print-openapi.ts')],
      output: 'kept',
      timeout_ms: 60_000,
    })
    if (!printed.succeeded) return { passed: false, figure: printed.output }
    const path = join(scratch, 'openapi.json')
    writeFileSync(path, printed.output)
    const linted = await runCommand({
      name: 'redocly',
      program: binary('redocly'),
      args: ['lint', path, '--config', join(root, 'redocly.yaml'), '--format', 'stylish'],
      env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      output: 'kept',
      timeout_ms: 120_000,
    })
    if (!linted.succeeded) return { passed: false, figure: linted.output }
    const calls = Object.keys(JSON.parse(printed.output).paths).length
    const demo = await sharedDemo()
    const served = await fetch(`${demo.url}/facebook-business/openapi.json`)
    const is_same = JSON.stringify(await served.json()) === JSON.stringify(JSON.parse(printed.output))
    return {
      passed: is_same,
      figure: `${calls} paths, 0 errors${is_same ? '' : ', but another document is served'}`,
    }
  },
}
