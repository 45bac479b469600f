export {
  type BankConnector,
  BankFault,
  type BankFaultKind,
  type FetchedStatement,
  type PaymentFileState,
  type StatementOffer,
} from './connector.ts'
export { type CsvMapping, csvMapping } from './csv-mapping.ts'
export { digestOf, readStatements, type StatementFile } from './read-statements.ts'
export {
  type SandboxBankAccess,
  SandboxBankConnector,
  SIGNATURE_FIELD,
  type SimulatedPayment,
} from './sandbox-bank-connector.ts'
export {
  malformed,
  type StatementEvent,
  type StatementHead,
  type StatementLine,
} from './statement.ts'
export { XmlFault, type XmlHandler, XmlReader } from './xml-reader.ts'
