import { installPackages } from '../../../tidy/run/install-packages.ts'
import { isExecutable } from '../../../tidy/run/is-executable.ts'

/** Programs by which others look for holes in the running program; Debian has each as a package of its name. */
export type Scanner = 'sqlmap' | 'wapiti'

/**
 * The path of a scanner, installed from Debian's packages where there is none and this process may. Throws one sentence
 * that says what to install where it may not.
 */
export async function ensureScanner(name: Scanner): Promise<string> {
  if (find(name) === null) await installPackages([name])
  const found = find(name)
  if (found === null)
    throw new Error(
      `No ${name} found: install it (on Debian: apt-get install --no-install-recommends ${name}).`,
    )
  return found
}

function find(name: Scanner): string | null {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '')
  return folders.map((folder) => `${folder}/${name}`).find(isExecutable) ?? null
}
