/** An element that is looked at on its way down from the root. */
export interface PathNode {
  readonly children: Map<string, PathNode>
  /** Under which key its text is kept, in the part that it belongs to. */
  key?: string
  /** Under which its currency is kept: of amounts. */
  currency_key?: string
  /** The part of the file that begins with it. */
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

/** Paths whose text is read, each with the key that it is kept under. */
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

/** What of a CAMT.053 file is looked at: everything else is passed over. */
export const CAMT053_ROOT: PathNode = { children: new Map() }
for (const [path, part] of PARTS) nodeAt(CAMT053_ROOT, path).part = part
for (const [path = '', key = ''] of KEYS) {
  const node = nodeAt(CAMT053_ROOT, path)
  node.key = key
  if (path.endsWith('/Amt')) node.currency_key = `${key}@Ccy`
}
