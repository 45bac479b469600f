import { existsSync } from 'node:fs'
import { installPackages } from '../../tidy/run/install-packages.ts'

/** Debian's packages of the letters that are not Latin, Greek or Cyrillic, and where each puts its files. */
const PACKAGES = {
  'fonts-noto-cjk': '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  'fonts-thai-tlwg': '/usr/share/fonts/truetype/tlwg',
} as const

/**
 * Installs what pictures for people need to show every language, where this process may. Where it may not, pictures
 * show what the machine's own fonts have; no test needs more than that.
 */
export async function ensurePictureFonts(): Promise<void> {
  const missing = Object.entries(PACKAGES).filter(([, path]) => !existsSync(path))
  if (missing.length > 0) await installPackages(missing.map(([name]) => name))
}
