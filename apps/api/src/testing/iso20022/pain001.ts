import {
  account,
  amountWithCurrency,
  any,
  choice,
  count,
  dateOrTime,
  decimalNumber,
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

/** `BranchAndFinancialInstitutionIdentification6`: a bank by its name, or a note that none is given. */
const agent = sequence(
  one(
    'FinInstnId',
    sequence(optional('Nm', maxText(140)), optional('Othr', sequence(one('Id', maxText(35))))),
  ),
)

const payment = sequence(
  one('PmtId', sequence(one('EndToEndId', maxText(35)))),
  one('Amt', choice(one('InstdAmt', amountWithCurrency))),
  optional('CdtrAgt', agent),
  optional('Cdtr', party),
  optional('CdtrAcct', account),
  optional('RmtInf', sequence(any('Ustrd', maxText(140)))),
)

const header = sequence(
  one('MsgId', maxText(35)),
  one('CreDtTm', isoDateTime),
  one('NbOfTxs', count),
  optional('CtrlSum', decimalNumber),
  one('InitgPty', party),
)

const block = sequence(
  one('PmtInfId', maxText(35)),
  one('PmtMtd', oneOf('CHK', 'TRF', 'TRA')),
  optional('NbOfTxs', count),
  optional('CtrlSum', decimalNumber),
  one('ReqdExctnDt', dateOrTime),
  one('Dbtr', party),
  one('DbtrAcct', account),
  one('DbtrAgt', agent),
  optional('ChrgBr', oneOf('DEBT', 'CRED', 'SHAR', 'SLEV')),
  some('CdtTrfTxInf', payment),
)

/** The rules of ISO 20022's `pain.001.001.09` for the elements of payment orders, in order. */
export const PAIN001: Message = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
  document: sequence(one('CstmrCdtTrfInitn', sequence(one('GrpHdr', header), some('PmtInf', block)))),
}
