import { createHash } from 'node:crypto'
import { importsOf } from '../../tidy/imports.ts'
import { isTest, type Tree } from '../../tidy/tree.ts'

/** The folder of the README's pictures and their `manifest.json`. */
export const PICTURES_FOLDER = 'docs/pictures'

/** The pages that they show. */
const ROUTES = [
  'apps/web/src/features/ad-center/routes/ad-center.tsx',
  'apps/web/src/features/plans/routes/plan-detail.tsx',
  'apps/web/src/features/wallet/routes/wallet.tsx',
]
/** Files beside the components that affect how the pages look, read and get their data. */
const BESIDE = [
  /^packages\/ui\/src\/.*\.css$/,
  /^apps\/web\/src\/app\/[^/]*\.css$/,
  /^packages\/i18n\/src\/catalogues\/en\/app\/(ad-center|plan|shell|ui|wallet)\.json$/,
  /^apps\/api\/src\/demo\/(catalogue|past\/people)\.ts$/,
]
const DRAWN_BY = /^(apps\/web|packages\/ui)\/src\//

/**
 * SHA-256 of everything that the README's pictures depend on: the pictured pages' components with their imports,
 * styles and English texts, and what the demo's people do.
 */
export function digestOfPictured(tree: Tree): string {
  const imports = importsOf(tree)
  const found = new Set(ROUTES)
  for (const path of found) {
    for (const { from, target, type_only } of imports) {
      if (from === path && target !== null && !type_only && DRAWN_BY.test(target)) found.add(target)
    }
  }
  for (const path of tree.keys()) if (BESIDE.some((pattern) => pattern.test(path))) found.add(path)
  const hash = createHash('sha256')
  for (const path of [...found].filter((each) => !isTest(each)).sort()) {
    const { text } = tree.get(path) ?? {}
    if (text === undefined) throw new Error(`the pictured pages need ${path}, which is not there`)
    hash.update(`${path}\0${text}\0`)
  }
  return hash.digest('hex')
}
