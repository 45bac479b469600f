import { moduleOrder } from '../architecture.ts'
import { type Import, importsOf } from '../imports.ts'
import { isTest, type Rule, type Violation } from '../tree.ts'

/**
 * A module imports another only by its `index.ts`, and only those above it in ARCHITECTURE's table; the kernel (files
 * directly under `modules`) imports only types from modules, by their `index.ts`.
 */
export const modulesInOrder: Rule = (tree) => {
  const order = moduleOrder(tree)
  return judged(importsOf(tree), (found) => {
    const to = moduleOf(found.target ?? '')
    if (to === null || isOutside(found.from)) return null
    const from = moduleOf(found.from)
    if (from === to) return null
    if (!found.target?.endsWith(`/${to}/index.ts`)) return `module ${to} is reached by its index.ts only`
    if (isTest(found.from) || from === null) return kernelFault(found)
    if (order.indexOf(from) > order.indexOf(to) && order.includes(to)) return null
    return `module ${from} stands before ${to} in ARCHITECTURE's table, so it may not reach it`
  })
}

/** Route → action → rules and repository (HOUSE): a file's name says what it may import. */
export const rolesInsideModules: Rule = (tree) =>
  judged(importsOf(tree), ({ from, target, type_only }) => {
    if (moduleOf(from) === null || target === null || isTest(from)) return null
    const is_repository = isRepository(target)
    if (from.endsWith('.route.ts') && is_repository) return 'a route calls its action, not the repository'
    if (type_only) return null
    const is_pure = /\/(rules|presenter|policy)\.ts$/.test(from)
    if (is_pure && (is_repository || target.includes('/src/database/'))) {
      return 'rules, presenters and policies are pure: no repository, no database'
    }
    return null
  })

/** Whether a path may hold SQL as a module's repository. */
export function isRepository(path: string): boolean {
  return /(^|[/.-])repository\.ts$/.test(path)
}

function kernelFault({ from, type_only }: Import): string | null {
  const is_kernel = /\/src\/modules\/[^/]+\.ts$/.test(from)
  return is_kernel && !type_only && !isTest(from) ? 'the kernel takes only types from a module' : null
}

function judged(imports: readonly Import[], judge: (found: Import) => string | null): Violation[] {
  return imports.flatMap((found) => {
    const message = judge(found)
    return message === null ? [] : [{ path: found.from, line: found.line, message }]
  })
}

function moduleOf(path: string): string | null {
  return /^apps\/[^/]+\/src\/modules\/([^/]+)\//.exec(path)?.[1] ?? null
}

function isOutside(path: string): boolean {
  return /^(bench|e2e|tidy)\//.test(path)
}
