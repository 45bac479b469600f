import { existsSync } from 'node:fs'
import { installPackages } from '../../tidy/run/install-packages.ts'

/** Debian's font packages for scripts other than Latin, Greek and Cyrillic, with a file of each. */
const PACKAGES = {
  'fonts-noto-cjk': '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  'fonts-thai-tlwg': '/usr/share/fonts/truetype/tlwg',
} as const

/** Installs fonts for every language if this process may; else pictures use the machine's own. */
export async function ensurePictureFonts(): Promise<void> {
  const missing = Object.entries(PACKAGES).filter(([, path]) => !existsSync(path))
  if (missing.length > 0) await installPackages(missing.map(([name]) => name))
}
