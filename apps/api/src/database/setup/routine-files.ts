import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROUTINES_FOLDER = fileURLToPath(new URL('../routines', import.meta.url))
const BEFORE_TABLES = /^-- Before the tables\b/

/** The files that a schema has one of, in the order of laying; checks are a query that must find no row. */
export const OF_SCHEMA = ['policies', 'triggers', 'grants', 'checks'] as const

/** A file in `routines/<schema>`: a function or view, or all of the schema's policies, triggers, grants or checks. */
export interface RoutineFile {
  schema: string
  /** The function's or view's name, or the kind for a file of the whole schema. */
  name: string
  kind: 'routine' | (typeof OF_SCHEMA)[number]
  /** Whether column defaults call it, so that it must exist before the tables. */
  before_tables: boolean
  text: string
  /** SHA-256 of the text, in hex. */
  checksum: string
}

/** This version's routine files, in the order of their paths. */
export function readRoutines(folder = ROUTINES_FOLDER): RoutineFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .sort()
    .map((path) => routineFile(path, readFileSync(join(folder, path), 'utf8')))
}

/** Parses a file by its path in the routines' folder, `<schema>/<name>.sql`. */
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

/** The file's key in the database. */
export function pathOf({ schema, name }: RoutineFile): string {
  return `${schema}/${name}`
}

/** The schemas that have files. */
export function schemasOf(routines: readonly RoutineFile[]): string[] {
  return [...new Set(routines.map(({ schema }) => schema))]
}
