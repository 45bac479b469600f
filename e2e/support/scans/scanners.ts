import { installPackages } from '../../../tidy/run/install-packages.ts'
import { isExecutable } from '../../../tidy/run/is-executable.ts'

/** External vulnerability scanners; Debian has a package of each name. */
export type Scanner = 'sqlmap' | 'wapiti'

/** A scanner's path; installs its Debian package if allowed, else throws a sentence that says what to install. */
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
