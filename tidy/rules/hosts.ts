import type { Rule, Violation } from '../tree.ts'

const PAPERS = /\.(md|json|ya?ml|npmrc)$|^\.npmrc$/
/** Users choose where to install from, so no registry or mirror is named in the repository. */
const REGISTRY =
  /\b(registry|npm|mirror|artifactory|nexus|verdaccio|proxy)[\w-]*\.[\w.-]+\.[a-z]{2,}\b|\bnpmjs\.(org|com)\b/i

/** Neither the lock file nor a document names a package registry's host. */
export const noRegistryIsNamed: Rule = (tree) =>
  [...tree.values()]
    .filter(({ path }) => PAPERS.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((content, index): Violation[] => {
        const is_fixed = path.endsWith('package-lock.json') && /"resolved":\s*"(https?|git)/.test(content)
        if (!is_fixed && !REGISTRY.test(content)) return []
        return [{ path, line: index + 1, message: 'names a package registry' }]
      }),
    )
