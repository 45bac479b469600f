import type { Node } from 'oxc-parser'
import { commentsOf, walk } from '../syntax.ts'
import { lineAt, type Rule, sources } from '../tree.ts'

const SILENCERS = /@ts-(ignore|nocheck|expect-error)|eslint-disable/
/** The only file where directives are allowed: each stands for a missing wire that must not compile. */
const PROVES_REFUSALS = 'apps/api/src/server/create-services.test.ts'
const EXPECTED = /^\s*@ts-expect-error\s*$/
/** A lint exception gives its reason after a colon. */
const UNEXPLAINED = /biome-ignore(-all|-start)?\s+\S+?(:\s*(<explanation>)?\s*$|\s*$)/

/** Types are not overridden: no `any`, no cast through `unknown` or to `never`, no `!`. */
export const nothingIsSilenced: Rule = (tree) =>
  sources(tree).flatMap((file) => {
    const found: { path: string; line: number; message: string }[] = []
    const add = (offset: number, message: string) =>
      found.push({ path: file.path, line: lineAt(file.text, offset), message })
    walk(file, (node) => {
      const message = faultOf(node)
      if (message !== null) add(node.start, message)
    })
    for (const { value, start } of commentsOf(file)) {
      const is_expected = file.path === PROVES_REFUSALS && EXPECTED.test(value)
      if (SILENCERS.test(value) && !is_expected) add(start, 'a comment that silences the checker')
      if (UNEXPLAINED.test(value.trim())) add(start, 'a lint exception without a reason')
    }
    return found
  })

function faultOf(node: Node): string | null {
  if (node.type === 'TSAnyKeyword') return '`any`'
  if (node.type === 'TSNonNullExpression') return 'non-null `!`'
  if (node.type === 'TSTypeAssertion') return 'a cast in angle brackets'
  if (node.type !== 'TSAsExpression') return null
  const is_doubled = node.expression.type === 'TSAsExpression'
  const is_never = node.typeAnnotation.type === 'TSNeverKeyword'
  return is_doubled || is_never ? 'a cast that silences the checker' : null
}
