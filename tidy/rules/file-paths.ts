import type { Node } from 'oxc-parser'
import { dottedName, nameOf, walk } from '../syntax.ts'
import { lineAt, type Rule, type SourceFile, sources, type Violation } from '../tree.ts'

/** A file URL's path comes from `fileURLToPath`: `.pathname` keeps `%20` for a space in a folder's name. */
export const filePathsAreDecoded: Rule = (tree) => sources(tree).flatMap(undecoded)

function undecoded(file: SourceFile): Violation[] {
  const urls = new Set<string>()
  const found: Violation[] = []
  walk(file, (node) => {
    if (node.type === 'VariableDeclarator' && node.init && isFileUrl(node.init, urls)) {
      if (node.id.type === 'Identifier') urls.add(node.id.name)
      const takesPath =
        node.id.type === 'ObjectPattern' &&
        node.id.properties.some((each) => each.type === 'Property' && nameOf(each.key) === 'pathname')
      if (takesPath) found.push(violation(file, node))
    }
    if (
      node.type === 'MemberExpression' &&
      nameOf(node.property) === 'pathname' &&
      isFileUrl(node.object, urls)
    )
      found.push(violation(file, node))
    if (node.type === 'TemplateElement' && node.value.raw.includes('file:/' + '/'))
      found.push(violation(file, node))
  })
  return found
}

/** `new URL(…, import.meta.url)`, `new URL(import.meta.url)`, a URL made from one, or a variable that holds one. */
function isFileUrl(node: Node, urls: ReadonlySet<string>): boolean {
  if (node.type === 'Identifier') return urls.has(node.name)
  if (node.type !== 'NewExpression' || dottedName(node.callee) !== 'URL') return false
  const base = node.arguments.at(-1)
  return base !== undefined && (isOwnUrl(base) || isFileUrl(base, urls))
}

function isOwnUrl(node: Node): boolean {
  return (
    node.type === 'MemberExpression' && node.object.type === 'MetaProperty' && nameOf(node.property) === 'url'
  )
}

function violation({ path, text }: SourceFile, { start }: Node): Violation {
  return { path, line: lineAt(text, start), message: 'use fileURLToPath and pathToFileURL: a URL is no path' }
}
