import {
  account,
  amountWithCurrency,
  any,
  choice,
  dateOrTime,
  isoDateTime,
  type Message,
  maxText,
  one,
  oneOf,
  optional,
  party,
  sequence,
  some,
} from './message-rules.ts'

const creditOrDebit = oneOf('CRDT', 'DBIT')
/** Codes of external lists have one to four characters. */
const code = maxText(4)

const balance = sequence(
  one('Tp', sequence(one('CdOrPrtry', choice(one('Cd', code), one('Prtry', maxText(35)))))),
  one('Amt', amountWithCurrency),
  one('CdtDbtInd', creditOrDebit),
  one('Dt', dateOrTime),
)

const transactionCode = sequence(
  optional('Domn', sequence(one('Cd', code), one('Fmly', sequence(one('Cd', code), one('SubFmlyCd', code))))),
)

const partyChoice = choice(one('Pty', party))

const transaction = sequence(
  optional('Refs', sequence(optional('EndToEndId', maxText(35)))),
  optional('Amt', amountWithCurrency),
  optional('CdtDbtInd', creditOrDebit),
  optional(
    'RltdPties',
    sequence(
      optional('Dbtr', partyChoice),
      optional('DbtrAcct', account),
      optional('Cdtr', partyChoice),
      optional('CdtrAcct', account),
    ),
  ),
  optional('RmtInf', sequence(any('Ustrd', maxText(140)))),
  optional(
    'RtrInf',
    sequence(
      optional('Rsn', choice(one('Cd', code), one('Prtry', maxText(35)))),
      any('AddtlInf', maxText(105)),
    ),
  ),
)

const entry = sequence(
  optional('NtryRef', maxText(35)),
  one('Amt', amountWithCurrency),
  one('CdtDbtInd', creditOrDebit),
  optional('RvslInd', oneOf('true', 'false', '0', '1')),
  one('Sts', choice(one('Cd', code), one('Prtry', maxText(35)))),
  optional('BookgDt', dateOrTime),
  optional('ValDt', dateOrTime),
  optional('AcctSvcrRef', maxText(35)),
  one('BkTxCd', transactionCode),
  any('NtryDtls', sequence(any('TxDtls', transaction))),
)

const statement = sequence(
  one('Id', maxText(35)),
  one('Acct', account),
  some('Bal', balance),
  any('Ntry', entry),
)

/** The rules of ISO 20022's `camt.053.001.08` for the elements that our test and bench banks write, in order. */
export const CAMT053: Message = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08',
  document: sequence(
    one(
      'BkToCstmrStmt',
      sequence(
        one('GrpHdr', sequence(one('MsgId', maxText(35)), one('CreDtTm', isoDateTime))),
        some('Stmt', statement),
      ),
    ),
  ),
}
