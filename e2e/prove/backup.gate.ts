import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { CommandLineOffice } from '../support/offices/command-line-office.ts'
import { startDemo } from '../support/program.ts'
import type { Gate } from './gate.ts'

const DRILL_MS_MAX = 300_000

/** Backs up a demo with visitors and restores it elsewhere: sign-ins work and all books verify, in five minutes. */
export const gate: Gate = {
  name: 'backup and restore',
  timing: false,
  async run({ root, scratch }) {
    const began_at = performance.now()
    const data_dir = join(scratch, 'data')
    const copy = join(scratch, 'backup')
    const restored = join(scratch, 'restored')
    const first = await startDemo({ data_dir })
    try {
      runScript(root, 'backup', copy, data_dir)
    } finally {
      await first.stop({ keep_data: true })
    }
    runScript(root, 'restore', copy, restored)
    const second = await startDemo({ data_dir: restored })
    try {
      const office = new CommandLineOffice(second.data_dir, second.demo.staff)
      const books = await office.run('ledger-verify')
      const statistics = await office.run('statistics-verify')
      const audit = await office.check('audit-verify')
      const drill_s = (performance.now() - began_at) / 1000
      const is_right =
        Object(books.differences).length === 0 &&
        Number(books.transfers) > 0 &&
        statistics.identical === true &&
        audit.whole === true
      return {
        passed: is_right && drill_s * 1000 <= DRILL_MS_MAX,
        figure: `${drill_s.toFixed(1)} s; ${books.transfers} transfers, ${audit.entries} audit entries, ${is_right ? 'in order' : JSON.stringify({ books, statistics, audit })}`,
      }
    } finally {
      await second.stop()
    }
  },
}

function runScript(root: string, script: string, folder: string, data_dir: string): void {
  const entry = join(root, 'apps/api/src', `${script}.ts`)
  const { status, stderr } = spawnSync(process.execPath, [entry, folder], {
    env: { ...process.env, DATA_DIR: data_dir },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr}`)
}
