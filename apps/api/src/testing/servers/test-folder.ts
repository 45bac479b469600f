import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** A temporary folder for the current test, removed when it ends. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * A temporary folder of the test file, removed after all its tests, that PostgreSQL's own user can reach. By its name and what is
 * in it the next run's cluster takes away one that was left behind.
 */
export function fileFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-test-'))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'owner.pid'), String(process.pid))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
