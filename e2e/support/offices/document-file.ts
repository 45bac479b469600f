import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let folder: string | null = null
let written = 0

/** A document of this text that lies on this machine until the process ends; its path, for a command that takes one. */
export function documentFile(text: string): string {
  folder ??= madeFolder()
  written += 1
  const path = join(folder, `document-${written}.txt`)
  writeFileSync(path, text)
  return path
}

function madeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'adtally-documents-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  return made
}
