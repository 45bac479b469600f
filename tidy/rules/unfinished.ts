import { commentsOf, dottedName, faultsIn, parse } from '../syntax.ts'
import { lineAt, type Rule, type SourceFile, sources, type Violation } from '../tree.ts'

const MARKS = /\b(TODO|FIXME|XXX|HACK)\b/
const LEFT_OUT = /^(test|it|describe|suite|bench)\b.*\.(only|skip|todo|fixme|fails|skipIf|runIf)\b/

/** Nothing is left for later, in code or documents. */
export const nothingIsPutOff: Rule = (tree) =>
  [...tree.values()].flatMap((file) =>
    prose(file)
      .filter(({ text }) => MARKS.test(text))
      .map(({ line }): Violation => ({ path: file.path, line, message: 'something put off' })),
  )

/** Every test runs: none is skipped, and none runs alone. */
export const everyTestRuns: Rule = (tree) =>
  sources(tree).flatMap((file) =>
    faultsIn(file, (node) => {
      const name = node.type === 'CallExpression' ? calleeName(node.callee) : ''
      return LEFT_OUT.test(name) ? name : null
    }),
  )

/** `test.skip`, also in calls such as `test.skip.each([])`. */
function calleeName(callee: Parameters<typeof dottedName>[0]): string {
  return dottedName(callee.type === 'CallExpression' ? callee.callee : callee) ?? ''
}

function prose(file: SourceFile): { text: string; line: number }[] {
  if (/\.(ts|tsx|js|mjs)$/.test(file.path)) {
    return parse(file).program.type === 'Program'
      ? commentsOf(file).map(({ value, start }) => ({ text: value, line: lineAt(file.text, start) }))
      : []
  }
  if (!/\.(md|sql|css|html|ya?ml)$/.test(file.path)) return []
  return file.text.split('\n').map((text, index) => ({ text, line: index + 1 }))
}
