import { createHash } from 'node:crypto'
import { importsOf } from '../../tidy/imports.ts'
import { isTest, type Tree } from '../../tidy/tree.ts'

/** Where the README's pictures lie, with `manifest.json` beside them. */
export const PICTURES_FOLDER = 'docs/pictures'

/** The pages that they show. */
const ROUTES = [
  'apps/web/src/features/ad-center/routes/ad-center.tsx',
  'apps/web/src/features/plans/routes/plan-detail.tsx',
  'apps/web/src/features/wallet/routes/wallet.tsx',
]
/** How what those pages draw looks, reads and came about. */
const BESIDE = [
  /^packages\/ui\/src\/.*\.css$/,
  /^apps\/web\/src\/app\/[^/]*\.css$/,
  /^packages\/i18n\/src\/catalogues\/en\/app\/(ad-center|plan|shell|ui|wallet)\.json$/,
  /^apps\/api\/src\/demo\/(catalogue|past\/people)\.ts$/,
]
const DRAWN_BY = /^(apps\/web|packages\/ui)\/src\//

/**
 * SHA-256 of what the README's pictures follow from: the components of the pictured pages with all that these import, their
 * styles and English texts, and what the demo's people do. The same until one of these changes.
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
