import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** One file of the repository, by its path from the root with `/` between names. */
export interface SourceFile {
  path: string
  text: string
}

/** What the rules look at: the repository's own text files. */
export type Tree = ReadonlyMap<string, SourceFile>

/** One place where a rule is broken. */
export interface Violation {
  path: string
  line?: number
  message: string
}

/** A rule of the house: what breaks it in a tree; nothing for a tidy one. */
export type Rule = (tree: Tree) => Violation[]

const LEFT_OUT = /^(\.git|node_modules|dist(\.next.*)?|out|data|coverage|test-results|playwright-report)$/
/** What \`npm run screens\` makes; the sources that make it are called so too. */
const PICTURES = 'screens'
const TEXT =
  /\.(ts|tsx|js|mjs|json|md|css|html|sql|sh|svg|ya?ml)$|^(LICENSE|\.npmrc|\.gitignore|\.gitattributes|\.editorconfig|run)$/

/** Reads the tree below `root`, but for what is installed, built or made by a run. */
export function readTree(root: string): Tree {
  const files = new Map<string, SourceFile>()
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (LEFT_OUT.test(entry.name)) continue
      const full = join(folder, entry.name)
      if (relative(root, full) === PICTURES) continue
      if (entry.isDirectory()) visit(full)
      else if (TEXT.test(entry.name)) add(relative(root, full), readFileSync(full, 'utf8'))
    }
  }
  const add = (path: string, text: string) => files.set(path, { path, text })
  visit(root)
  return files
}

/** A tree made of texts, for a rule's tests. */
export function plantTree(texts: Readonly<Record<string, string>>): Tree {
  return new Map(Object.entries(texts).map(([path, text]) => [path, { path, text }]))
}

/** Every folder that holds a file, and the folders above it. */
export function foldersOf(tree: Tree): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of tree.keys()) {
    const names = path.split('/')
    for (let depth = 1; depth < names.length; depth += 1) folders.add(names.slice(0, depth).join('/'))
  }
  return folders
}

/** TypeScript and JavaScript sources. */
export function sources(tree: Tree): SourceFile[] {
  return [...tree.values()].filter(
    (file) => /\.(ts|tsx|js|mjs)$/.test(file.path) && !file.path.endsWith('.d.ts'),
  )
}

/** A test, or what exists only for tests and measurements. */
export function isTest(path: string): boolean {
  return /\.(test|spec|gate)\.tsx?$/.test(path) || /^(e2e|bench|tidy)\/|\/testing\//.test(path)
}

/** The line, from 1, of an offset in a text. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let index = text.indexOf('\n'); index !== -1 && index < offset; index = text.indexOf('\n', index + 1))
    line += 1
  return line
}

/** Violations as people read them, one a line. */
export function describeViolations(violations: readonly Violation[]): string {
  return violations
    .map(({ path, line, message }) => `${path}${line === undefined ? '' : `:${line}`}  ${message}`)
    .join('\n')
}
