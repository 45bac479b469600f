import { importsOf } from '../imports.ts'
import { dottedName, walk } from '../syntax.ts'
import { isTest, lineAt, type Rule, sources, type Violation } from '../tree.ts'

/** One classic zod import brings 17 KB to the customer's first load (HOUSE): `zod/mini` everywhere. */
export const zodIsMini: Rule = (tree) =>
  importsOf(tree)
    .filter(({ specifier }) => specifier === 'zod' || specifier.startsWith('zod/v'))
    .map(({ from, line }): Violation => ({ path: from, line, message: 'import zod/mini' }))

/** Time is the database's (PRODUCT §16): no module and no worker reads the process's own clock. */
export const timeIsTheDatabases: Rule = (tree) =>
  sources(tree)
    .filter(({ path }) => /^apps\/api\/src\/(modules|worker)\//.test(path) && !isTest(path))
    .flatMap((file) => {
      const found: Violation[] = []
      walk(file, (node) => {
        const is_now = node.type === 'CallExpression' && dottedName(node.callee) === 'Date.now'
        const is_new =
          node.type === 'NewExpression' && dottedName(node.callee) === 'Date' && node.arguments.length === 0
        if (is_now || is_new) {
          found.push({
            path: file.path,
            line: lineAt(file.text, node.start),
            message: "the process's own clock; use services.clock",
          })
        }
      })
      return found
    })

/** Tests wait on conditions, never on sleeps. */
export const testsDoNotSleep: Rule = (tree) =>
  sources(tree)
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap((file) => {
      const found: Violation[] = []
      walk(file, (node) => {
        if (node.type !== 'AwaitExpression' || node.argument.type !== 'CallExpression') return
        const name = dottedName(node.argument.callee) ?? ''
        if (/(^|\.)(waitForTimeout|sleep|delay|setTimeout)$/.test(name)) {
          found.push({
            path: file.path,
            line: lineAt(file.text, node.start),
            message: `${name}: wait on a condition`,
          })
        }
        if (name === 'vi.waitFor') {
          found.push({
            path: file.path,
            line: lineAt(file.text, node.start),
            message: 'vi.waitFor gives up after a second; use expect.poll',
          })
        }
      })
      return found
    })

/**
 * A mutation that waits for a new answer loses what its screen has to say, where that answer takes the screen away: the
 * app reads again by `readAgain`, which nobody can wait for.
 */
export const featuresDoNotAwaitRereading: Rule = (tree) =>
  sources(tree)
    .filter(({ path }) => path.startsWith('apps/web/src/features/') && !isTest(path))
    .flatMap((file) => {
      const found: Violation[] = []
      walk(file, (node) => {
        if (node.type !== 'CallExpression') return
        if (!dottedName(node.callee)?.endsWith('.invalidateQueries')) return
        found.push({ path: file.path, line: lineAt(file.text, node.start), message: 'use lib/read-again.ts' })
      })
      return found
    })
