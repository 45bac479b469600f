import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { binary, ROOT, runCommand } from './run/command.ts'

/** knip's findings in a folder: unused files, exports and dependencies, undeclared dependencies. */
async function deadCode(folder: string): Promise<string> {
  const { succeeded, output } = await runCommand({
    name: 'knip',
    program: binary('knip'),
    args: ['--directory', folder, '--no-progress', '--no-config-hints'],
    output: 'kept',
    timeout_ms: 300_000,
  })
  return succeeded ? '' : output
}

test('nothing is dead: every file, export and dependency is used', async () => {
  const found = await deadCode(ROOT)
  expect(found.length, `\n${found}`).toBe(0)
})

test('a dead file, export and dependency is found by the same settings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-dead-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(join(ROOT, 'knip.json'), join(folder, 'knip.json'))
  write('package.json', '{ "name": "planted", "workspaces": ["apps/*", "packages/*"] }')
  write('apps/api/package.json', '{ "name": "api", "dependencies": { "left-over": "1.0.0" } }')
  write('apps/api/src/main.ts', "import { alive } from './modules/alive.ts'\nconsole.log(alive)\n")
  write('apps/api/src/modules/alive.ts', 'export const alive = 1\nexport const deadExport = 2\n')
  write('apps/api/src/modules/dead-file.ts', 'export const dead = 1\n')
  const found = await deadCode(folder)
  for (const name of ['left-over', 'deadExport', 'dead-file.ts']) expect(found).toContain(name)
})
