import { expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import { machinesHaveTheirRow } from './machines.ts'

const page = (gate: string) => `| Machine | Gate |\n|---|---|\n| \`umask\` | \`${gate}\` |\n`
const found = (gate: string) =>
  machinesHaveTheirRow(
    plantTree({ 'docs/machines.md': page(gate), 'e2e/prove/machines/full-disk.gate.ts': '' }),
  )

test('a gate of a machine with its row is left alone; one without, and a row without its gate, are found', () => {
  expect(found('full-disk')).toEqual([])
  expect(found('no-home').map(({ message }) => message)).toEqual([
    'has no row for the gate full-disk',
    'names the gate no-home, which is not there',
  ])
})
