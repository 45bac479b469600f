import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { binary, runCommand } from '../../../tidy/run/command.ts'
import { readReport, tallyVitest } from '../../../tidy/run/tally.ts'
import { familiesOn, makeFontMachine } from '../../support/machines/font-machine.ts'
import { FACES, type Face, THAI_FACE } from '../../support/screens/faces.ts'
import type { Gate, GateContext } from '../gate.ts'

/** One machine per typeface; some also have a Thai face, others draw boxes for what their sans lacks. */
const MACHINES = FACES.map((face, index): readonly [Face, ...Face[]] =>
  index % 2 === 0 ? [face] : [face, THAI_FACE],
)

/** The layout holds with any machine's fonts, not only with this one's. */
export const gate: Gate = {
  name: 'layout with any fonts',
  timing: false,
  async run(context) {
    const faults: string[] = []
    let passed = 0
    for (const faces of MACHINES) {
      const outcome = await tryMachine(context, faces)
      passed += outcome.passed
      faults.push(
        ...outcome.faults.map((fault) => `${faces.map(({ family }) => family).join(', ')}: ${fault}`),
      )
    }
    for (const fault of faults) context.note(fault)
    const figure = `${passed} layout tests on ${MACHINES.length} machines of different fonts, ${faults.length} faults`
    return { passed: faults.length === 0 && passed > 0, figure }
  },
}

/** Runs the layout tests on a machine with these fonts, after checking that the browser uses the first of them. */
async function tryMachine(context: GateContext, faces: readonly [Face, ...Face[]]) {
  const [{ family }] = faces
  const folder = join(context.scratch, family.replaceAll(' ', '-').toLowerCase())
  mkdirSync(folder)
  const fontconfig_path = makeFontMachine(folder, faces)
  const seen = await familiesOn(fontconfig_path, context.chromium_path)
  if (seen.some((name) => name !== family)) {
    return { passed: 0, faults: [`control: texts are drawn with ${seen.join(' and ')}`] }
  }
  const report_path = join(folder, 'report.json')
  const { succeeded, output, duration_ms } = await runCommand({
    name: 'layout tests',
    program: binary('vitest'),
    args: [
      ...['run', '--project=layouts', '--reporter=default'],
      ...['--reporter=json', `--outputFile.json=${report_path}`],
    ],
    env: { FONTCONFIG_FILE: fontconfig_path, CHROMIUM_PATH: context.chromium_path, NODE_ENV: 'test' },
    output: 'kept',
    timeout_ms: 90_000,
  })
  const tally = tallyVitest('layout tests', readReport(report_path), succeeded, duration_ms)
  return { passed: tally.passed, faults: tally.failed > 0 ? [output] : [] }
}
