import { type Comment, type Node, type ParseResult, parseSync, visitorKeys } from 'oxc-parser'
import { lineAt, type SourceFile, type Violation } from './tree.ts'

const parsed = new WeakMap<SourceFile, ParseResult>()
const visited = new WeakMap<SourceFile, readonly Visit[]>()

/** A node and its parent, which the file's program lacks. */
type Visit = readonly [node: Node, parent: Node | null]

/** The file's syntax, parsed once. */
export function parse(file: SourceFile): ParseResult {
  const known = parsed.get(file)
  if (known) return known
  const result = parseSync(file.path, file.text, {
    sourceType: 'module',
    astType: 'ts',
    preserveParens: false,
  })
  parsed.set(file, result)
  return result
}

/** The file's comments. */
export function commentsOf(file: SourceFile): Comment[] {
  return parse(file).comments
}

/** Calls `visit` for every node and its parent, parents first. The nodes are looked for once, for all rules. */
export function walk(file: SourceFile, visit: (node: Node, parent: Node | null) => void): void {
  for (const [node, parent] of visitsOf(file)) visit(node, parent)
}

/** A violation at each node for which `faultOf` returns one. */
export function faultsIn(
  file: SourceFile,
  faultOf: (node: Node, parent: Node | null) => string | null,
): Violation[] {
  const found: Violation[] = []
  walk(file, (node, parent) => {
    const message = faultOf(node, parent)
    if (message !== null) found.push({ path: file.path, line: lineAt(file.text, node.start), message })
  })
  return found
}

/** Whether `node` or any node below it satisfies `test`. */
export function contains(node: Node, test: (node: Node) => boolean): boolean {
  return test(node) || childrenOf(node).some((child) => contains(child, test))
}

/** The name in `name`, `object.name` or `object['name']`; null for anything else. */
export function nameOf(node: Node): string | null {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'MemberExpression') return nameOf(node.property)
  return null
}

/** `a.b.c` of a callee or member; null if it is computed. */
export function dottedName(node: Node): string | null {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'ThisExpression') return 'this'
  if (node.type !== 'MemberExpression' || node.computed) return null
  const object = dottedName(node.object)
  const property = nameOf(node.property)
  return property === null ? null : `${object ?? ''}.${property}`
}

function visitsOf(file: SourceFile): readonly Visit[] {
  const known = visited.get(file)
  if (known) return known
  const found: Visit[] = []
  descend(parse(file).program, null, found)
  visited.set(file, found)
  return found
}

function descend(node: Node, parent: Node | null, found: Visit[]): void {
  found.push([node, parent])
  for (const child of childrenOf(node)) descend(child, node, found)
}

function childrenOf(node: Node): Node[] {
  const keys = visitorKeys[node.type] ?? []
  return Object.entries(node).flatMap(([key, value]) => (keys.includes(key) ? nodesIn(value) : []))
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.filter(isNode)
  return isNode(value) ? [value] : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
