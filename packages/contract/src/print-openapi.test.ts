import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const PROGRAM = fileURLToPath(new URL('./print-openapi.ts', import.meta.url))

test('a reader that closes the pipe early causes no error', async () => {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect([child.exitCode, said]).toEqual([0, ''])
})
