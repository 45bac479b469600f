import { spawnSync } from 'node:child_process'
import { installPackages } from './install-packages.ts'

/** Installs the external PDF tools if missing and allowed, else throws a sentence that says what to install. */
export async function ensurePdfTools(): Promise<void> {
  if (!areHere()) await installPackages(['poppler-utils'])
  if (areHere()) return
  throw new Error(
    'No pdfsig and pdftotext found, by which tests look at PDF files: install poppler (on Debian: apt-get install poppler-utils; on macOS: brew install poppler).',
  )
}

function areHere(): boolean {
  return ['pdfsig', 'pdftotext', 'pdffonts'].every((tool) => !spawnSync(tool, ['-v']).error)
}
