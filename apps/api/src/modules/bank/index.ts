export { type CsvMapping, csvMapping } from './csv-mapping.ts'
export { digestOf, readStatements, type StatementFile } from './read-statements.ts'
export {
  malformed,
  STATEMENT_FORMATS,
  type StatementEvent,
  type StatementFormat,
  type StatementHead,
  type StatementLine,
} from './statement.ts'
