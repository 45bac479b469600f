import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, runCommand } from '../../tidy/run/command.ts'
import type { Gate, GateContext } from './gate.ts'

/** The documents of customers', the office's and partners' calls pass an external linter without errors; the first is served. */
export const gate: Gate = {
  name: 'OpenAPI document',
  timing: false,
  async run(context) {
    const office = await printedAndLinted(context, ['office'])
    const partners = await printedAndLinted(context, ['partners'])
    const customers = await printedAndLinted(context, [])
    const failed = [office, partners, customers].find(({ succeeded }) => !succeeded)
    if (failed) return { passed: false, figure: failed.output }
    const calls = Object.keys(JSON.parse(customers.output).paths).length
    const acts = Object.keys(JSON.parse(office.output).paths).length
    const of_partners = Object.keys(JSON.parse(partners.output).paths).length
    const demo = await context.sharedDemo()
    const served = await fetch(`${demo.url}/facebook-business/openapi.json`)
    const is_same = JSON.stringify(await served.json()) === JSON.stringify(JSON.parse(customers.output))
    return {
      passed: is_same,
      figure: `${calls}, ${acts} and ${of_partners} paths, 0 errors${is_same ? '' : ', but another document is served'}`,
    }
  },
}

/** A document as `print-openapi.ts` prints it, or what was wrong with it. */
async function printedAndLinted({ root, scratch }: Pick<GateContext, 'root' | 'scratch'>, which: string[]) {
  const printed = await runCommand({
    name: 'openapi',
    program: process.execPath,
    args: [join(root, 'packages/contract/src/print-openapi.ts'), ...which],
    output: 'kept',
    timeout_ms: 60_000,
  })
  if (!printed.succeeded) return printed
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
  return linted.succeeded ? printed : linted
}
