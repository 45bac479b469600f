import type { Node } from 'oxc-parser'
import { parse } from '../syntax.ts'
import { lineAt, type Rule, type SourceFile, sources, type Violation } from '../tree.ts'

/** Every exported function and class has a docstring directly above it. */
export const exportsAreDocumented: Rule = (tree) =>
  sources(tree)
    .filter(({ path }) => !/\.(test|spec)\.tsx?$/.test(path))
    .flatMap(undocumented)

function undocumented(file: SourceFile): Violation[] {
  const { program, comments } = parse(file)
  const documented_ends = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  const has_comment = (start: number) =>
    documented_ends.some(({ end }) => end <= start && file.text.slice(end, start).trim() === '')
  const seen = new Set<string>()
  return program.body.flatMap((statement) => {
    const names = namesDeclared(statement).filter((name) => !seen.has(name))
    for (const name of names) seen.add(name)
    if (has_comment(statement.start)) return []
    return names.map((name) => ({
      path: file.path,
      line: lineAt(file.text, statement.start),
      message: `exported \`${name}\` has no docstring`,
    }))
  })
}

function namesDeclared(statement: Node): string[] {
  if (statement.type === 'ExportDefaultDeclaration') {
    return isCode(statement.declaration) ? ['default'] : []
  }
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return []
  const { declaration } = statement
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init !== null && isCode(init) ? [id.name] : [],
    )
  }
  switch (declaration.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
      return declaration.id ? [declaration.id.name] : []
    default:
      return []
  }
}

function isCode(node: Node): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassDeclaration)$/.test(node.type)
}
