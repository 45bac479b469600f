import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun } from './must-run.ts'

const FOLDER = 'node_modules'
/** What programs and tests keep beside the packages. */
const KEPT_BESIDE = ['.cache', '.vite', '.vite-temp', '.vitest-cache']

/**
 * Gives a checkout its installed packages, as hard links of this tree's. Linking and removing fifty thousand files takes
 * seconds, so a checkout gets the links that an earlier one was done with, if `handed_on` holds any.
 */
export function layPackages(place: { root: string; checkout: string; handed_on: string | null }): void {
  const { root, checkout, handed_on } = place
  const [used] = handed_on === null ? [] : readdirSync(handed_on)
  if (handed_on !== null && used !== undefined) {
    renameSync(join(handed_on, used, FOLDER), join(checkout, FOLDER))
    rmSync(join(handed_on, used), { recursive: true })
  } else {
    mustRun('/bin/cp', ['-al', FOLDER, `${checkout}/`], root)
    removeKept(checkout)
  }
  // A workspace's own packages, whose version differs from the root's.
  const copy =
    'for own in apps/*/node_modules packages/*/node_modules; do [ ! -d "$own" ] || cp -al "$own" "$1/$own" || exit; done'
  mustRun('/bin/sh', ['-c', copy, 'sh', checkout], root)
}

/** Takes the packages of a checkout that is done with, for another one. */
export function takePackagesBack(checkout: string, handed_on: string): void {
  removeKept(checkout)
  renameSync(join(checkout, FOLDER), join(mkdtempSync(join(handed_on, 'packages-')), FOLDER))
}

function removeKept(checkout: string): void {
  for (const name of KEPT_BESIDE) rmSync(join(checkout, FOLDER, name), { recursive: true, force: true })
}
