import type { Node } from 'oxc-parser'
import { dottedName, parse, walk } from './syntax.ts'
import { lineAt, type SourceFile, type Tree } from './tree.ts'

/** Where a string of a test file holds a marker, and the number of the proof; null where it is no test’s good marker. */
export interface Marker {
  path: string
  line: number
  text: string
  id: number | null
}

const TEST_FILE = /\.(test|spec)\.tsx?$/
const TEST_CALL = /^(test|it)(\.(each|for|concurrent|sequential))*$/
const MARKER = / \[proof ([1-9]\d*)\]$/
/** What was meant as a marker, however it came out. */
const MEANT = /[[({]\s*proofs?(\b|\d)|\bproofs?\W{0,2}\d+\s*[\])}]/i

/** Every marker, such as `[proof 17]`, in the strings of the tree’s test files; comments hold none. */
export function markersIn(tree: Tree): Marker[] {
  return [...tree.values()]
    .filter(({ path, text }) => TEST_FILE.test(path) && /proof/i.test(text))
    .flatMap(markersOf)
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

/** A string’s text, with `…` for what a template fills in; null for anything else. */
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

/** Whether the node is the title of a test, also of `test.each([])`; a `describe` or a step is no test. */
function isTitle(node: Node, parent: Node | null): boolean {
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== node) return false
  return TEST_CALL.test(dottedName(made(parent.callee)) ?? '')
}

/** What makes the function that is called, where a call or a table makes it. */
function made(callee: Node): Node {
  if (callee.type === 'CallExpression') return callee.callee
  return callee.type === 'TaggedTemplateExpression' ? callee.tag : callee
}
