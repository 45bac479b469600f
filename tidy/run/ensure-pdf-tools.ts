import { spawnSync } from 'node:child_process'
import { installPackages } from './install-packages.ts'

/** Installs the programs by which PDF files are looked at from outside, where this process may; tests name what lacks. */
export async function ensurePdfTools(): Promise<void> {
  if (spawnSync('pdfsig', ['-v']).error) await installPackages(['poppler-utils'])
}
