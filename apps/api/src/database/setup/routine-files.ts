import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROUTINES_FOLDER = fileURLToPath(new URL('../routines', import.meta.url))
const BEFORE_TABLES = /^-- Before the tables\b/

/** What stands in one file a schema, in the order in which it is laid; checks are a query that must find no row. */
export const OF_SCHEMA = ['policies', 'triggers', 'grants', 'checks'] as const

/** One file under `routines/<schema>`: a function or view, or all policies, triggers, grants or checks of the schema. */
export interface RoutineFile {
  schema: string
  /** Of the function or view, or the kind of what the file holds of the whole schema. */
  name: string
  kind: 'routine' | (typeof OF_SCHEMA)[number]
  /** Whether column defaults call it, so that it is laid before there are tables. */
  before_tables: boolean
  text: string
  /** SHA-256 of the text, in hex. */
  checksum: string
}

/** What the database does, as text: the files that come with this version of the program, in the order of their paths. */
export function readRoutines(folder = ROUTINES_FOLDER): RoutineFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .sort()
    .map((path) => routineFile(path, readFileSync(join(folder, path), 'utf8')))
}

/** A file by its path below the folder of routines, `<schema>/<name>.sql`. */
export function routineFile(path: string, text: string): RoutineFile {
  const [schema = '', file = ''] = path.split('/')
  const name = file.replace(/\.sql$/, '')
  return {
    schema,
    name,
    kind: OF_SCHEMA.find((kind) => kind === name) ?? 'routine',
    before_tables: BEFORE_TABLES.test(text),
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
  }
}

/** What a file is kept under in the database. */
export function pathOf({ schema, name }: RoutineFile): string {
  return `${schema}/${name}`
}

/** The schemas that files are for. */
export function schemasOf(routines: readonly RoutineFile[]): string[] {
  return [...new Set(routines.map(({ schema }) => schema))]
}
