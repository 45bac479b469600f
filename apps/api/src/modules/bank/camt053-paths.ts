/** An element on a path from the root that the program reads. */
export interface PathNode {
  readonly children: Map<string, PathNode>
  /** The key of its text within its part. */
  key?: string
  /** The key of its currency, for amounts. */
  currency_key?: string
  /** The part of the file that starts here. */
  part?: 'statement' | 'balance' | 'entry' | 'transaction'
}

const STATEMENT = 'Document/BkToCstmrStmt/Stmt'
const ENTRY = `${STATEMENT}/Ntry`
const TRANSACTION = `${ENTRY}/NtryDtls/TxDtls`

const PARTS = [
  [STATEMENT, 'statement'],
  [`${STATEMENT}/Bal`, 'balance'],
  [ENTRY, 'entry'],
  [TRANSACTION, 'transaction'],
] as const

const PARTY_PATHS = ['Dbtr', 'Cdtr'].flatMap((party) => [
  [`${TRANSACTION}/RltdPties/${party}/Nm`, `${party}/Nm`],
  [`${TRANSACTION}/RltdPties/${party}/Pty/Nm`, `${party}/Pty/Nm`],
  [`${TRANSACTION}/RltdPties/${party}Acct/Id/IBAN`, `${party}Acct/IBAN`],
  [`${TRANSACTION}/RltdPties/${party}Acct/Id/Othr/Id`, `${party}Acct/Othr`],
])

const ENTRY_KEYS = ['NtryRef', 'Amt', 'CdtDbtInd', 'RvslInd', 'Sts', 'Sts/Cd', 'BookgDt/Dt', 'BookgDt/DtTm']
const TRANSACTION_KEYS = ['Amt', 'AmtDtls/TxAmt/Amt', 'CdtDbtInd', 'RtrInf', 'RtrInf/AddtlInf', 'AddtlTxInf']

/** Paths whose text is read, each with its key. */
const KEYS: readonly (readonly string[])[] = [
  [`${STATEMENT}/Id`, 'Id'],
  [`${STATEMENT}/Acct/Id/IBAN`, 'Acct'],
  [`${STATEMENT}/Acct/Id/Othr/Id`, 'Acct'],
  [`${STATEMENT}/TxsSummry/TtlNtries/NbOfNtries`, 'NbOfNtries'],
  [`${STATEMENT}/Bal/Tp/CdOrPrtry/Cd`, 'Cd'],
  [`${STATEMENT}/Bal/Amt`, 'Amt'],
  [`${STATEMENT}/Bal/CdtDbtInd`, 'CdtDbtInd'],
  ...[...ENTRY_KEYS, 'AcctSvcrRef', 'AddtlNtryInf'].map((key) => [`${ENTRY}/${key}`, key]),
  ...TRANSACTION_KEYS.map((key) => [`${TRANSACTION}/${key}`, key]),
  [`${TRANSACTION}/Refs/EndToEndId`, 'EndToEndId'],
  [`${TRANSACTION}/Refs/AcctSvcrRef`, 'AcctSvcrRef'],
  [`${TRANSACTION}/RmtInf/Ustrd`, 'Ustrd'],
  [`${TRANSACTION}/RmtInf/Strd/CdtrRefInf/Ref`, 'Strd'],
  ...PARTY_PATHS,
]

function nodeAt(root: PathNode, path: string): PathNode {
  return path.split('/').reduce((node, name) => {
    const known = node.children.get(name) ?? { children: new Map() }
    node.children.set(name, known)
    return known
  }, root)
}

/** The elements of a CAMT.053 file that are read; all others are skipped. */
export const CAMT053_ROOT: PathNode = { children: new Map() }
for (const [path, part] of PARTS) nodeAt(CAMT053_ROOT, path).part = part
for (const [path = '', key = ''] of KEYS) {
  const node = nodeAt(CAMT053_ROOT, path)
  node.key = key
  if (path.endsWith('/Amt')) node.currency_key = `${key}@Ccy`
}
