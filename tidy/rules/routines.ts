import { lineAt, type Rule, type SourceFile, type Violation } from '../tree.ts'

const MIGRATION = /^apps\/api\/migrations\/.*\.sql$/
const ROUTINE = /^apps\/api\/src\/database\/routines\/(\w+)\/(\w+)\.sql$/
const STATEMENT =
  /^(create\s+(?:or\s+replace\s+)?(?:constraint\s+)?(?:function|procedure|view|trigger|policy)|grant)\s+(?:[\w."]+)?/gim

/** Migrations make tables; the database's functions and grants are in files under `database/routines`. */
export const databaseStandsInItsPlaces: Rule = (tree) => [...tree.values()].flatMap(faultsOf)

function faultsOf(file: SourceFile): Violation[] {
  const [, schema = '', name = ''] = ROUTINE.exec(file.path) ?? []
  const mayStand = MIGRATION.test(file.path)
    ? () => false
    : ROUTINE.test(file.path)
      ? inFile(schema, name)
      : null
  if (mayStand === null) return []
  return [...file.text.matchAll(STATEMENT)]
    .filter(([statement]) => !mayStand(statement.toLowerCase()))
    .map(({ 0: statement, index }) => ({
      path: file.path,
      line: lineAt(file.text, index),
      message: `"${statement.replaceAll(/\s+/g, ' ')}" stands elsewhere`,
    }))
}

function inFile(schema: string, name: string): (statement: string) => boolean {
  if (name === 'triggers') return (statement) => /\strigger\s/.test(statement)
  if (name === 'policies') return (statement) => /\spolicy\s/.test(statement)
  if (name === 'grants') return (statement) => statement.startsWith('grant')
  if (name === 'checks') return () => false
  return (statement) => new RegExp(`\\s(function|procedure|view)\\s+${schema}\\.${name}$`).test(statement)
}
