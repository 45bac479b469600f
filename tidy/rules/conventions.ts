import { importsOf } from '../imports.ts'
import { dottedName, faultsIn } from '../syntax.ts'
import { isTest, type Rule, sources, type Violation } from '../tree.ts'

/** One classic zod import adds 17 KB to the customer's first load (HOUSE): use `zod/mini` everywhere. */
export const zodIsMini: Rule = (tree) =>
  importsOf(tree)
    .filter(({ specifier }) => specifier === 'zod' || specifier.startsWith('zod/v'))
    .map(({ from, line }): Violation => ({ path: from, line, message: 'import zod/mini' }))

/** Time is the database's (PRODUCT §16): no module or worker reads the process's own clock. */
export const timeIsTheDatabases: Rule = (tree) =>
  sources(tree)
    .filter(({ path }) => /^apps\/api\/src\/(modules|worker)\//.test(path) && !isTest(path))
    .flatMap((file) =>
      faultsIn(file, (node) => {
        const is_now = node.type === 'CallExpression' && dottedName(node.callee) === 'Date.now'
        const is_new =
          node.type === 'NewExpression' && dottedName(node.callee) === 'Date' && node.arguments.length === 0
        return is_now || is_new ? "the process's own clock; use services.clock" : null
      }),
    )

/** Tests wait on conditions, never on sleeps. */
export const testsDoNotSleep: Rule = (tree) =>
  sources(tree)
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap((file) =>
      faultsIn(file, (node) => {
        if (node.type !== 'AwaitExpression' || node.argument.type !== 'CallExpression') return null
        const name = dottedName(node.argument.callee) ?? ''
        if (name === 'vi.waitFor') return 'vi.waitFor gives up after a second; use expect.poll'
        return /(^|\.)(waitForTimeout|sleep|delay|setTimeout)$/.test(name)
          ? `${name}: wait on a condition`
          : null
      }),
    )

/**
 * A mutation that waits for a refetch loses its callbacks if the new answer unmounts its screen; so the app refetches
 * with `readAgain`, which can't be awaited.
 */
export const featuresDoNotAwaitRereading: Rule = (tree) =>
  sources(tree)
    .filter(({ path }) => /^apps\/[^/]+\/src\/features\//.test(path) && !isTest(path))
    .flatMap((file) =>
      faultsIn(file, (node) => {
        if (node.type !== 'CallExpression') return null
        return dottedName(node.callee)?.endsWith('.invalidateQueries')
          ? 'use readAgain of packages/client'
          : null
      }),
    )
