import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A temporary folder for the current test, removed when it ends. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
