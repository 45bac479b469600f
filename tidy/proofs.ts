import type { Node } from 'oxc-parser'
import { dottedName, parse, walk } from './syntax.ts'
import { lineAt, type SourceFile, type Tree } from './tree.ts'

/** A marker in a string of a test file, and its proof's number; null if it is malformed or not a test's. */
export interface Marker {
  path: string
  line: number
  text: string
  id: number | null
}

const TEST_FILE = /\.(test|spec)\.tsx?$/
const TEST_CALL = /^(test|it)(\.(each|for|concurrent|sequential))*$/
const MARKER = / \[proof ([1-9]\d*)\]$/
/** Anything that was meant as a marker, even if malformed. */
const MEANT = /[[({]\s*proofs?(\b|\d)|\bproofs?\W{0,2}\d+\s*[\])}]/i

const read = new WeakMap<Tree, readonly Marker[]>()

/** All markers, such as `[proof 17]`, in strings of the tree’s test files; comments don't count. */
export function markersIn(tree: Tree): readonly Marker[] {
  const known = read.get(tree)
  if (known) return known
  const markers = [...tree.values()]
    .filter(({ path, text }) => TEST_FILE.test(path) && /proof/i.test(text))
    .flatMap(markersOf)
  read.set(tree, markers)
  return markers
}

function markersOf(file: SourceFile): Marker[] {
  const [fault] = parse(file).errors
  if (fault) throw new Error(`${file.path} can’t be read for its tests: ${fault.message}; correct its syntax`)
  const markers: Marker[] = []
  walk(file, (node, parent) => {
    const text = textOf(node)
    if (text === null || !MEANT.test(text)) return
    const id = isTitle(node, parent) ? idOf(text) : null
    markers.push({ path: file.path, line: lineAt(file.text, node.start), text, id })
  })
  return markers
}

/** A string’s text, with `…` for a template's values; null for other nodes. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…')
}

/** The number of the one marker, which ends the title. */
function idOf(title: string): number | null {
  const [marker = '', id = ''] = MARKER.exec(title) ?? []
  return marker === '' || MEANT.test(title.slice(0, -marker.length)) ? null : Number(id)
}

/** Whether the node is the title of a test, including `test.each([])`; a `describe` or a step does not count. */
function isTitle(node: Node, parent: Node | null): boolean {
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== node) return false
  return TEST_CALL.test(dottedName(made(parent.callee)) ?? '')
}

/** The function called, or the one that makes it, as in `test.each([])(…)`. */
function made(callee: Node): Node {
  if (callee.type === 'CallExpression') return callee.callee
  return callee.type === 'TaggedTemplateExpression' ? callee.tag : callee
}
