import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { familiesOn, fontCacheOf, makeFontMachine } from '../../support/machines/font-machine.ts'
import { FACES, type Face, THAI_FACE } from '../../support/screens/faces.ts'
import type { Gate, GateContext } from '../gate.ts'
import { runVitest } from '../run-vitest.ts'

/** One machine per typeface; some also have a Thai face, others draw boxes for what their sans lacks. */
const MACHINES = FACES.map((face, index): readonly [Face, ...Face[]] =>
  index % 2 === 0 ? [face] : [face, THAI_FACE],
)

/**
 * The layout holds with any machine's fonts, not only with this one's: one run of the layout tests, in a Chromium for
 * each machine.
 */
export const gate: Gate = {
  name: 'layout with any fonts',
  timing: false,
  async run(context) {
    const paths: string[] = []
    const faults: string[] = []
    for (const faces of MACHINES) {
      const machine = await makeMachine(context, faces)
      paths.push(machine.path)
      faults.push(...machine.faults)
    }
    const { passed, failed } = await runVitest(context, ['--project=layouts'], {
      CHROMIUM_PATH: context.chromium_path,
      FONT_MACHINES: paths.join(delimiter),
    })
    // Control: a Chromium that did not go by the machine's configuration has not read its fonts.
    const unread = paths.filter((path) => !existsSync(fontCacheOf(path)))
    faults.push(...unread.map((path) => `control: no test was drawn with the fonts of ${dirname(path)}`))
    for (const fault of faults) context.note(fault)
    const figure = `${passed} layout tests on ${MACHINES.length} machines of different fonts, ${faults.length + failed} faults`
    return { passed: faults.length + failed === 0 && passed > 0, figure }
  },
}

/** Makes a machine with these fonts, and checks that a browser there uses the first of them; it leaves no cache. */
async function makeMachine(context: GateContext, faces: readonly [Face, ...Face[]]) {
  const [{ family }] = faces
  const folder = join(context.scratch, family.replaceAll(' ', '-').toLowerCase())
  mkdirSync(folder)
  const path = makeFontMachine(folder, faces)
  const seen = await familiesOn(path, context.chromium_path)
  rmSync(fontCacheOf(path), { recursive: true })
  const is_right = seen.every((name) => name === family)
  const faults = is_right
    ? []
    : [`control: texts on ${family}’s machine are drawn with ${seen.join(' and ')}`]
  return { path, faults }
}
