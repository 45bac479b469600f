import { readdirSync, rmSync } from 'node:fs'
import { buildAppsIfOlder } from '../../apps/api/src/server/app/build-web.ts'
import { ROOT } from '../../tidy/run/command.ts'
import { ensureChromium } from '../../tidy/run/ensure-chromium.ts'
import { closingLine, seconds } from '../../tidy/run/tally.ts'
import { type DemoFile, type Program, startDemo, temporaryFolder } from '../support/program.ts'
import type { Gate, GateContext } from './gate.ts'
import { type Outcome, runGate } from './run-gate.ts'

const LANES = 2

/**
 * `npm run prove [full] [part of a name …]`: runs the gates that `npm test` does not cover, with `full` also the long
 * ones, or those of these names; the last line is `N passed, N failed`.
 */
async function main(words: readonly string[]): Promise<void> {
  const chromium_path = await ensureChromium()
  const gates = chosenOf(await findGates(), words)
  await buildAppsIfOlder()
  const handed_on = temporaryFolder()
  let demo: Promise<Program & { demo: DemoFile }> | null = null
  const sharedDemo = () => {
    demo ??= startDemo()
    return demo
  }
  const prove = async (gate: Gate): Promise<Outcome> => {
    const scratch = temporaryFolder()
    const context: GateContext = {
      root: ROOT,
      scratch,
      handed_on,
      chromium_path,
      sharedDemo,
      note: (text) => console.log(`  ${gate.name}: ${text}`),
    }
    console.log(gate.name)
    const outcome = await runGate(gate, context)
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    return outcome
  }
  const outcomes: Outcome[] = []
  try {
    // Exact gates can share the machine; those that measure speed get it to themselves.
    const exact = gates.filter(({ timing }) => !timing)
    // The longest first, so that no lane is left alone with one; the scans, which often wait, among the last of them.
    const long = exact.filter((gate) => gate.long).toReversed()
    const queue = [...long, ...exact.filter((gate) => !gate.long)].values()
    const lane = async () => {
      for (const gate of queue) outcomes.push(await prove(gate))
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    let is_kept = false
    for (const gate of gates.filter(({ timing }) => timing)) {
      // A demo that others looked at goes on with its visitors: a gate that measures gets a fresh one if it wants one.
      if (!is_kept || !gate.keeps_demo) {
        await stopDemo(demo)
        demo = null
      }
      outcomes.push(await prove(gate))
      is_kept = gate.keeps_demo === true
    }
  } finally {
    await stopDemo(demo)
    rmSync(handed_on, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  report(outcomes.toSorted((one, other) => one.name.localeCompare(other.name)))
}

/** `full` selects all gates; a part of a name selects those that contain it, long or not. */
function chosenOf(gates: readonly Gate[], words: readonly string[]): Gate[] {
  const names = words.filter((word) => word !== 'full')
  if (names.length > 0) return gates.filter(({ name }) => names.some((part) => name.includes(part)))
  return gates.filter(({ full }) => words.includes('full') || !full)
}

async function findGates(): Promise<Gate[]> {
  const folder = new URL('./', import.meta.url)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.gate.ts'),
  )
  const modules: { gate: Gate }[] = await Promise.all(
    names.toSorted().map((name) => import(new URL(name, folder).href)),
  )
  return modules.map(({ gate }) => gate)
}

async function stopDemo(demo: Promise<Program> | null): Promise<void> {
  try {
    await (await demo)?.stop()
  } catch {
    // It never started; the gates that needed it have reported that.
  }
}

function report(outcomes: readonly Outcome[]): void {
  const width = Math.max(4, ...outcomes.map(({ name }) => name.length))
  console.log('')
  for (const { name, passed, figure, tries, duration_ms } of outcomes) {
    const word = passed ? 'ok  ' : 'FAIL'
    const again = tries > 1 ? ` (try ${tries})` : ''
    console.log(`${word} ${name.padEnd(width)} ${seconds(duration_ms).padStart(8)}  ${figure}${again}`)
  }
  const sums = outcomes.map(({ passed }) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 }))
  console.log(`\n${closingLine(sums)}`)
  process.exitCode = outcomes.length > 0 && outcomes.every(({ passed }) => passed) ? 0 : 1
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
})
