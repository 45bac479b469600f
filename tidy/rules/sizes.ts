import type { Node } from 'oxc-parser'
import { dottedName, faultsIn } from '../syntax.ts'
import { type Rule, type SourceFile, sources, type Tree } from '../tree.ts'

const LINES_IN_FILE_MAX = 400
const LINES_IN_FUNCTION_MAX = 70
/** HOUSE's limits, with a little margin on the median, which a single new file can move. */
const MEDIAN_MAX = 75
const NINE_TENTHS_MAX = 250
const FILES_IN_FOLDER_MAX = 25
const TEST_FILE = /\.(test|spec)\.tsx?$/

/** No file over 400 lines. Catalogues and other data are JSON and don't count. */
export const filesAreShort: Rule = (tree) =>
  [...tree.values()]
    .filter(({ path }) => /\.(ts|tsx|js|mjs|css|sql)$/.test(path))
    .map((file) => ({ path: file.path, lines: linesOf(file.text) }))
    .filter(({ lines }) => lines > LINES_IN_FILE_MAX)
    .map(({ path, lines }) => ({ path, message: `${lines} lines, at most ${LINES_IN_FILE_MAX}` }))

/** No function over 70 lines; `describe` blocks and wrappers of classic scripts don't count. */
export const functionsAreShort: Rule = (tree) => sources(tree).flatMap(longFunctions)

/** A folder with more than 25 source files should be two (HOUSE). Tests don't count. */
export const roomsAreSmall: Rule = (tree) => {
  const rooms = new Map<string, number>()
  for (const { path } of sources(tree)) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    if (!TEST_FILE.test(path)) rooms.set(folder, (rooms.get(folder) ?? 0) + 1)
  }
  return [...rooms]
    .filter(([, files]) => files > FILES_IN_FOLDER_MAX)
    .map(([path, files]) => ({ path, message: `${files} files of source, at most ${FILES_IN_FOLDER_MAX}` }))
}

/** Files are small on the whole. */
export const mostFilesAreSmall: Rule = (tree) => {
  const { median, nine_tenths } = distribution(tree)
  const faults = []
  if (median > MEDIAN_MAX) faults.push(`median file has ${median} lines, at most ${MEDIAN_MAX}`)
  if (nine_tenths > NINE_TENTHS_MAX)
    faults.push(`one file in ten has over ${nine_tenths} lines, at most ${NINE_TENTHS_MAX}`)
  return faults.map((message) => ({ path: '.', message }))
}

/** Lines per source file, tests included: number of files, median and ninth decile. */
export function distribution(tree: Tree): { files: number; median: number; nine_tenths: number } {
  const lines = sources(tree)
    .map(({ text }) => linesOf(text))
    .toSorted((left, right) => left - right)
  const at = (share: number) => lines[Math.floor((lines.length - 1) * share)] ?? 0
  return { files: lines.length, median: at(0.5), nine_tenths: at(0.9) }
}

function longFunctions(file: SourceFile) {
  return faultsIn(file, (node, parent) => {
    if (!isFunction(node) || isTestGroup(parent) || isScriptWrapper(node, parent)) return null
    const lines = linesOf(file.text.slice(node.start, node.end))
    return lines > LINES_IN_FUNCTION_MAX
      ? `function of ${lines} lines, at most ${LINES_IN_FUNCTION_MAX}`
      : null
  })
}

function isFunction(node: Node): boolean {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type)
}

function isTestGroup(parent: Node | null): boolean {
  if (parent?.type !== 'CallExpression') return false
  return /^(test\.)?describe\b/.test(dottedName(parent.callee) ?? '')
}

function isScriptWrapper(node: Node, parent: Node | null): boolean {
  return parent?.type === 'CallExpression' && parent.callee === node
}

function linesOf(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}
