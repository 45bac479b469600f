import type { Node } from 'oxc-parser'
import { nameOf, walk } from '../syntax.ts'
import { isTest, lineAt, type Rule, sources } from '../tree.ts'
import { isRepository } from './modules.ts'

/** How a string with a statement begins; in one case throughout, so that "Select a plan from …" is a sentence. */
const STATEMENT = new RegExp(
  [
    'select\\s[\\s\\S]*\\bfrom\\s',
    'select\\s+[\\w.]+\\(',
    'insert\\s+into\\s',
    'update\\s+[\\w."]+\\s+(as\\s+\\w+\\s+)?set\\s',
    'delete\\s+from\\s',
    'merge\\s+into\\s',
    'with\\s+(recursive\\s+)?\\w+(\\s*\\([^)]*\\))?\\s+as\\s',
    '(create|alter|drop|truncate|grant|revoke|lock)\\s+(table|schema|index|role|function|database|policy|trigger|view|type|extension)\\b',
    '(begin|commit|rollback)\\s*;?\\s*$',
    'copy\\s+[\\w.]+\\s*(\\(|from\\b|to\\b)',
    '(listen|notify)\\s+\\w+',
    'set\\s+(local|role|session)\\s',
  ]
    .flatMap((pattern) => [pattern, upperCased(pattern)])
    .map((pattern) => `(?:${pattern})`)
    .join('|')
    .replace(/^/, '^\\s*(?:')
    .concat(')'),
)

const BUILDERS = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
])

/** SQL is only in repositories, migrations, the ledger and the database layer (HOUSE: none in routes). */
export const sqlStaysInRepositories: Rule = (tree) =>
  sources(tree)
    .filter(({ path }) => !mayHoldSql(path))
    .flatMap((file) => {
      const lines = new Set<number>()
      walk(file, (node) => {
        if (isSql(node)) lines.add(lineAt(file.text, node.start))
      })
      return [...lines].map((line) => ({ path: file.path, line, message: 'SQL outside a repository' }))
    })

function mayHoldSql(path: string): boolean {
  return (
    isTest(path) ||
    isRepository(path) ||
    /^apps\/api\/(migrations|src\/database|src\/modules\/ledger)\//.test(path)
  )
}

function isSql(node: Node): boolean {
  if (node.type === 'TaggedTemplateExpression') return nameOf(node.tag) === 'sql'
  if (node.type === 'CallExpression') return BUILDERS.has(memberName(node.callee))
  if (node.type === 'TemplateLiteral')
    return STATEMENT.test(node.quasis.map(({ value }) => value.raw).join('x'))
  return node.type === 'Literal' && typeof node.value === 'string' && STATEMENT.test(node.value)
}

function memberName(node: Node): string {
  return node.type === 'MemberExpression' ? (nameOf(node.property) ?? '') : ''
}

/** The pattern in capitals, with its escapes unchanged. */
function upperCased(pattern: string): string {
  return pattern.replace(/\\.|[a-z]+/g, (part) => (part.startsWith('\\') ? part : part.toUpperCase()))
}
