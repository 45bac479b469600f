import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { insteadOfStart } from './demo-arguments.ts'

test('a demo that is asked for help tells it and starts nothing; what it does not know it refuses [proof 1060]', async () => {
  const demo = fileURLToPath(new URL('../demo.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [demo, '--help'], { timeout: 30_000 })
  expect(stdout).toMatch(/^npm run demo\n/)
  expect(stdout).not.toContain('ready ')
  await expect(
    promisify(execFile)(process.execPath, [demo, '--helm'], { timeout: 30_000 }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('was given --helm'),
  })
  expect(insteadOfStart([]), 'control').toBeNull()
})
