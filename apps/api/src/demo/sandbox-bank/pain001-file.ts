import { type Micros, parseAmount } from '@adtally/money/money.ts'
import { XmlFault, type XmlHandler, XmlReader } from '../../modules/bank/index.ts'
import type { Party } from './books.ts'

export interface OrderedTransfer {
  to: Party
  amount_micros: Micros
  currency: string
  end_to_end_id: string
  remittance: string
}

/** The parts of a payment file that the bank uses. */
export interface OrderedFile {
  message_id: string
  debtor: Party
  transfers: readonly OrderedTransfer[]
}

const ROOT = 'Document/CstmrCdtTrfInitn'
const BLOCK = `${ROOT}/PmtInf`
const TRANSFER = `${BLOCK}/CdtTrfTxInf`
type Texts = ReadonlyMap<string, string>

/** Reads a `pain.001` with one block. Returns the element to blame if it is invalid or its sums don't add up. */
export function readPain001(file: string): OrderedFile | { blamed: string } {
  const reading = new Pain001Reading()
  try {
    const reader = new XmlReader(reading)
    reader.write(file)
    reader.end()
  } catch (error) {
    if (error instanceof XmlFault) return { blamed: 'Document' }
    throw error
  }
  const { head } = reading
  const message_id = head.get(`${ROOT}/GrpHdr/MsgId`)
  if (message_id === undefined) return { blamed: 'MsgId' }
  const transfers = reading.transfers.map(transferOf)
  const sum_micros = transfers.reduce((sum, { amount_micros }) => sum + amount_micros, 0n)
  if (String(transfers.length) !== head.get(`${ROOT}/GrpHdr/NbOfTxs`)) return { blamed: 'NbOfTxs' }
  if (sum_micros !== parseAmount(head.get(`${ROOT}/GrpHdr/CtrlSum`) ?? '')) return { blamed: 'CtrlSum' }
  const name = head.get(`${BLOCK}/Dbtr/Nm`) ?? ''
  return { message_id, debtor: { name, account_number: accountIn(head, `${BLOCK}/DbtrAcct`) }, transfers }
}

function transferOf(texts: Texts): OrderedTransfer {
  const end_to_end_id = texts.get(`${TRANSFER}/PmtId/EndToEndId`) ?? ''
  return {
    to: {
      name: texts.get(`${TRANSFER}/Cdtr/Nm`) ?? '',
      account_number: accountIn(texts, `${TRANSFER}/CdtrAcct`),
    },
    amount_micros: parseAmount(texts.get(`${TRANSFER}/Amt/InstdAmt`) ?? '') ?? 0n,
    currency: texts.get(`${TRANSFER}/Amt/InstdAmt@Ccy`) ?? '',
    end_to_end_id,
    remittance: texts.get(`${TRANSFER}/RmtInf/Ustrd`) ?? end_to_end_id,
  }
}

function accountIn(texts: Texts, path: string): string {
  return texts.get(`${path}/Id/IBAN`) ?? texts.get(`${path}/Id/Othr/Id`) ?? ''
}

class Pain001Reading implements XmlHandler {
  readonly head = new Map<string, string>()
  readonly transfers: Map<string, string>[] = []
  readonly #path: string[] = []

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#path.push(name)
    const path = this.#path.join('/')
    if (path === TRANSFER) this.transfers.push(new Map())
    if (attributes.Ccy !== undefined) this.#texts(path).set(`${path}@Ccy`, attributes.Ccy)
  }

  close(_name: string, text: string): void {
    const path = this.#path.join('/')
    if (text.trim() !== '') this.#texts(path).set(path, text.trim())
    this.#path.pop()
  }

  #texts(path: string): Map<string, string> {
    return (path.startsWith(TRANSFER) && this.transfers.at(-1)) || this.head
  }
}
