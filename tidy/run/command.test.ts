import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/** Prints its pid and would run for a minute. */
const CHILD = 'console.log(process.pid); setTimeout(() => {}, 60_000)'
const PARENT = `
  const { runCommand } = await import(${JSON.stringify(new URL('command.ts', import.meta.url).href)})
  const args = ['-e', ${JSON.stringify(CHILD)}]
  const child = { name: 'child', program: process.execPath, args, output: 'live', timeout_ms: 60_000 }
  await runCommand(child)
  await runCommand(child)`

test('a process that is ended ends its commands and starts no more', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  parent.stdout.on('data', (text) => lines.push(...String(text).trim().split('\n')))
  await expect.poll(() => lines).toHaveLength(1)
  parent.kill('SIGTERM')
  const [code] = await once(parent, 'close')
  expect(code).toBe(1)
  expect(lines).toHaveLength(1)
  expect(() => process.kill(Number(lines[0]), 0)).toThrow('ESRCH')
})
