import { quoted } from '../architecture.ts'
import type { Rule, Tree, Violation } from '../tree.ts'

const PAGE = 'docs/security.md'
/** The head of a last column that quotes a row’s figures from the code. */
const IN_THE_CODE = 'In the code'
const PUBLIC_CALL = /publicCall\('(\w+ \/[^']+)'/g
/** Names that every function uses which makes, takes or derives a key or random text. */
const CRYPTOGRAPHY =
  /\b(createHmac|createCipheriv|hashRaw|generateKey|randomBytes|randomInt|importKey|createPrivateKey|createPublicKey|jwtVerify|pbkdf2Sync|hkdfSync|P12Signer|HmacKey|KeyedHash|@node-rs\/argon2)\b/
const SEVERITIES = ['critical', 'high', 'moderate', 'low']

/** Whatever the page quotes from the code is there word for word. */
export const securityPageQuotesTheCode: Rule = (tree) =>
  tablesIn(tree.get(PAGE)?.text ?? '').flatMap(({ head, rows }) =>
    head.at(-1) === IN_THE_CODE ? rows.flatMap((cells) => misquoted(tree, cells)) : [],
  )

/** The page names each call without a session, each use of a key, and each source that makes or uses one. */
export const securityPageNamesEveryKey: Rule = (tree) => {
  const calls = [...tree.values()]
    .filter(({ path }) => path.startsWith('packages/contract/src/'))
    .flatMap(({ text }) => [...text.matchAll(PUBLIC_CALL)].map(([, line = '']) => line))
  const keys = sectionOf(tree, 'Keys')
  const users = programSources(tree).filter(({ text }) => CRYPTOGRAPHY.test(text))
  return [
    ...differences(calls, namesIn(sectionOf(tree, 'Signing in'), /^(GET|POST) \//), 'the call'),
    ...differences(
      purposesIn(tree),
      tablesIn(keys)
        .filter(({ head }) => head[0] === 'Purpose')
        .flatMap(({ rows }) => rows.flatMap(([cell = '']) => quoted(cell))),
      'the purpose',
    ),
    ...users
      .filter(({ path }) => !quoted(keys).includes(path))
      .map(({ path }) => problem(`names ${path} nowhere under Keys, which makes or uses keys`)),
  ]
}

/** The page says of each key's purpose how it ends, as the code does, and explains each end. */
export const securityPageTellsEachEnd: Rule = (tree) => {
  const keys = tablesIn(sectionOf(tree, 'Keys'))
  const rowsOf = (head: string) => keys.filter((table) => table.head[0] === head).flatMap(({ rows }) => rows)
  const told = rowsOf('Purpose').flatMap(([names = '', , , end = '']) =>
    quoted(names).map((name) => `${name.replace('…', '')}: ${end.split(';')[0]}`),
  )
  const ends = [
    ...textOf(tree, 'apps/api/src/secret-purposes.ts').matchAll(/^ {2}'?([\w:-]+?)'?: '([a-z ]+)',$/gm),
  ]
  return [
    ...differences(
      ends.map(([, name, end]) => `${name}: ${end}`),
      told,
      'the end of the purpose',
    ),
    ...differences(
      ends.map(([, , end = '']) => end),
      rowsOf('End').map(([end = '']) => end),
      'the end',
    ),
  ]
}

/** The page assigns each table of the database to one level, and names each column with a secret. */
export const securityPageSortsEveryTable: Rule = (tree) => {
  const migrations = [...tree.values()].filter(({ path }) => /\/migrations\/[^/]+\/up\.sql$/.test(path))
  const tables = migrations.flatMap(({ text }) =>
    [...text.matchAll(/^create (?:unlogged )?table (\w+\.\w+)/gm)].map(([, name = '']) => name),
  )
  const columns = migrations.flatMap(({ text }) => secretColumnsIn(text))
  const data = sectionOf(tree, 'Data')
  const named = namesIn(data, /^[a-z]+\.\w+$/)
  return [
    ...differences(tables, named, 'the table'),
    ...named
      .filter((name, place) => named.indexOf(name) !== place)
      .map((name) => problem(`has ${name} twice`)),
    ...differences(columns, namesIn(data, /^[a-z]+\.\w+\.\w+$/), 'the column'),
  ]
}

/** The page names each line that the program logs, each act in the audit, and whatever else writes or prints. */
export const securityPageListsEveryLogLine: Rule = (tree) => {
  const section = sectionOf(tree, 'Logs')
  const program = programSources(tree)
  const statements = [...tree.values()].filter(
    ({ path }) => path.startsWith('packages/contract/src/operator/') && !path.endsWith('.test.ts'),
  )
  const acts = ['customer_acts', 'program_acts'].flatMap((name) =>
    [...textOf(tree, `apps/api/src/database/routines/audit/${name}.sql`).matchAll(/\('(\w+\.\w+)'/g)].map(
      ([, act = '']) => act,
    ),
  )
  const writers = program.filter(({ text }) =>
    /\bconsole\.\w+\(|\bpino\(|\bstdout\.write|\bstderr\.write|openSync\(/.test(withoutComments(text)),
  )
  return [
    ...differences(
      program.flatMap(({ text }) => logLinesIn(text)),
      rowsHeaded(section, 'Line'),
      'the line',
    ),
    ...differences(acts, rowsHeaded(section, 'Act'), 'the act'),
    ...differences(
      [...program, ...statements].flatMap(({ text }) => areasIn(text)),
      rowsHeaded(section, 'Area'),
      'the area',
    ),
    ...writers
      .filter(({ path }) => !quoted(section).includes(path))
      .map(({ path }) => problem(`names ${path} nowhere under Logs, which writes or prints`)),
  ]
}

/** The page gives each severity of an advisory a deadline, shorter for graver ones; dependencies are pinned. */
export const securityPageTellsHowSoon: Rule = (tree) => {
  const rows = tablesIn(sectionOf(tree, 'Libraries')).flatMap((table) => table.rows)
  const days = SEVERITIES.map((severity) =>
    Number(/^(\d+) days?/.exec(rows.find(([name]) => name === severity)?.[1] ?? '')?.[1]),
  )
  const loose = [...tree.values()]
    .filter(({ path }) => /^(apps|packages)\/[^/]+\/package\.json$/.test(path))
    .flatMap(({ path, text }) =>
      [...(/"dependencies": \{([^}]*)\}/.exec(text)?.[1] ?? '').matchAll(/"([^"]+)": "([^"]+)"/g)]
        .filter(
          ([, name = '', version = '']) =>
            !name.startsWith('@adtally/') && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
        )
        .map(([, name, version]) => ({
          path,
          message: `takes ${name} ${version}, which is no exact version`,
        })),
    )
  const is_ordered = days.every((limit, place) => limit > 0 && limit >= (days[place - 1] ?? 0))
  return [
    ...(is_ordered ? [] : [problem('gives no rising time to critical, high, moderate and low')]),
    ...loose,
  ]
}

interface Table {
  head: string[]
  rows: string[][]
}

function tablesIn(text: string): Table[] {
  const cellsOf = (row: string) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  return [...text.matchAll(/(?:^\|.*\n?)+/gm)].map(([table]) => {
    const [head = '', , ...rows] = table.trimEnd().split('\n')
    return { head: cellsOf(head), rows: rows.map(cellsOf) }
  })
}

function misquoted(tree: Tree, cells: readonly string[]): Violation[] {
  const spans = quoted(cells.at(-1) ?? '')
  const paths = spans.filter((span) => tree.has(span))
  const texts = paths.map((path) => textOf(tree, path).replaceAll(/\s+/g, ' '))
  const said = spans.filter((span) => !tree.has(span))
  if (paths.length === 0 || said.length === 0)
    return [problem(`says of "${cells[0]}" no file, or nothing that stands in it`)]
  return said
    .filter((words) => !texts.some((text) => standsIn(text, words)))
    .map((words) => problem(`quotes ${words} for "${cells[0]}", which stands in no file of the row`))
}

/** Whole: not part of a longer number or name, nor of a figure that is multiplied further. */
function standsIn(text: string, words: string): boolean {
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const [before, after] = [
    /^\w/.test(words) ? String.raw`(?<!\w)` : '',
    /\w$/.test(words) ? String.raw`(?![\w.]|\s\*)` : '',
  ]
  return new RegExp(before + escaped + after).test(text)
}

function sectionOf(tree: Tree, heading: string): string {
  const [, section = ''] = textOf(tree, PAGE).split(new RegExp(`^## ${heading}$`, 'm'))
  return section.split(/^## /m)[0] ?? ''
}

function namesIn(section: string, form: RegExp): string[] {
  return quoted(section).filter((name) => form.test(name))
}

/** The texts between backticks in the first column of a section’s tables with this head. */
function rowsHeaded(section: string, head: string): string[] {
  return tablesIn(section)
    .filter((table) => table.head[0] === head)
    .flatMap(({ rows }) => rows.flatMap(([cell = '']) => quoted(cell)))
}

/** The program’s own sources, without tests and what only tests or the demo use. */
function programSources(tree: Tree): { path: string; text: string }[] {
  return [...tree.values()].filter(
    ({ path }) =>
      /^apps\/api\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\/|^apps\/api\/src\/demo/.test(path),
  )
}

/** Keys' purposes: `secret('…')`, the start of a composed purpose, or a constant’s text. */
function purposesIn(tree: Tree): string[] {
  const sources = [...tree.values()].filter(
    ({ path }) => /^apps\/api\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path),
  )
  const constants = new Map(
    sources.flatMap(({ path, text }) =>
      [...text.matchAll(/(export )?const ([A-Z_]+) = '([^']+)'/g)].map(
        ([, is_exported, name, value = '']): [string, string] => [
          is_exported ? `${name}` : `${path} ${name}`,
          value,
        ],
      ),
    ),
  )
  return sources.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(/(?<!function )\bsecret\(([^()]+)\)/g)].flatMap(
      ([, argument = '']) => {
        const [, literal] = /^'([^']+)'$/.exec(argument) ?? []
        const [, beginning] = /^`([^`$]+)\$\{/.exec(argument) ?? []
        if (literal ?? beginning) return [literal ?? `${beginning}…`]
        const constant = constants.get(`${path} ${argument}`) ?? constants.get(argument)
        if (constant !== undefined) return [constant]
        const [, union = argument] = /^type Purpose = (.+)$/m.exec(text) ?? []
        return union.split('|').map((name) => name.trim().replaceAll("'", ''))
      },
    ),
  )
}

/** Columns of sealed texts, or of digests of credentials. */
function secretColumnsIn(sql: string): string[] {
  return [...sql.matchAll(/^create (?:unlogged )?table (\w+\.\w+) \(\n(.*?)^\)/gms)].flatMap(
    ([, table = '', body = '']) =>
      [
        ...body.matchAll(
          /^ {2}(\w*sealed|(?:password|former|token|code|link|key|grant|ticket|device|factor|challenge|endpoint)_hash|activation_hashes|recovery_hashes) /gm,
        ),
      ].map(([, column = '']) => `${table}.${column}`),
  )
}

/** The texts of log lines; expressions stay as written. */
function logLinesIn(source: string): string[] {
  const lines = withoutComments(source).matchAll(
    /\blog\.(?:fatal|error|warn|info|debug)\(\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*|\[[^\]]*\][^{}]*)*\},\s*)?(?:'([^']*)'|([\w.]+))/g,
  )
  return [...lines].map(([, text, other = '']) => (text ?? other).replaceAll('`', ''))
}

/** The subjects of a source's acts: the part before the dot. */
function areasIn(source: string): string[] {
  return [...withoutComments(source).matchAll(/\baction: '([\w-]+)\.[\w-]+'/g)].map(([, area = '']) => area)
}

function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(\*|\/\*|\/\/).*$/gm, '')
}

function textOf(tree: Tree, path: string): string {
  return tree.get(path)?.text ?? ''
}

function differences(there: readonly string[], told: readonly string[], kind: string): Violation[] {
  const known = new Set(there)
  return [
    ...[...known].filter((name) => !told.includes(name)).map((name) => problem(`leaves out ${kind} ${name}`)),
    ...told
      .filter((name) => !known.has(name))
      .map((name) => problem(`names ${kind} ${name}, which is not there`)),
  ]
}

function problem(message: string): Violation {
  return { path: PAGE, message }
}
