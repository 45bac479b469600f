import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { message } from '@adtally/i18n/server.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Staff } from '../modules/module.ts'
import { type Office, type Printed, rowsOf } from './office.ts'
import { markPaid } from './past/office-acts.ts'
import { recalledDeposits } from './recalled-deposits.ts'

/** The automatic staff: two who decide, and a third for cases that those two had a hand in. */
export interface ActingPeople {
  office: Office
  third: Staff
}

/** An item that waits for the office, under a unique name, and what to do about it. */
export interface Waiting {
  name: string
  /** Takes longer than one look. */
  is_review?: true
  act(): Promise<unknown>
}

/** Lists what waits in the queue now. */
export type Queue = (people: ActingPeople) => Promise<Waiting[]>

/** Prefix of every text that the office writes to a customer. */
const BY_ITSELF = 'Sandbox office, automatic'
const DOCUMENTS_SEEN = `${BY_ITSELF}: documents taken as good, because no money here is real`

/** Deposits above the automatic limit, and those matched by name: the program proposes, a second person decides. */
const deposits: Queue = async ({ office }) =>
  (await office.list('list-proposals'))
    .filter(({ maker }) => maker === 'program')
    .map(({ proposal_id }) => ({
      name: `proposal ${proposal_id}`,
      act: () => office.check('approve', { proposal_id }),
    }))

/**
 * Withdrawals that nobody has looked at. People keep those that a person has doubts about, and those of customers
 * whose recalled deposit the platform has paid: people weigh whether to hold them (PRODUCT §2.4).
 */
const withdrawals: Queue = async ({ office }) => {
  const asked = (await office.list('list-withdrawals')).filter(({ status }) => status === 'requested')
  if (asked.length === 0) return []
  const doubted = await doubtedWithdrawals(office)
  const payable = await payableOf(office, asked)
  return payable
    .filter(({ withdrawal_id, customer_id }) => !doubted.has(withdrawal_id) && !doubted.has(customer_id))
    .map(({ number }) => ({
      name: `withdrawal ${number}`,
      act: () =>
        office.decideOnce('approve-withdrawal', { number }, { action: 'withdrawal.approve', number }),
    }))
}

/** Withdrawals whose approval was refused lately, and customers for whom a hold is proposed. */
async function doubtedWithdrawals(office: Office): Promise<Set<unknown>> {
  const ended = await office.run('list-proposals', { queue: 'decided', action: 'withdrawal.approve' })
  const holds = await office.run('list-proposals', { action: 'hold.place' })
  return new Set(
    [...rowsOf(ended.items), ...rowsOf(holds.items)].flatMap(
      ({ action, status, subject_id, customer_id }) => {
        if (action === 'withdrawal.approve' && status === 'refused') return [subject_id]
        return action === 'hold.place' && status === 'open' ? [customer_id] : []
      },
    ),
  )
}

/**
 * Withdrawals without those of customers whose deposit the bank has taken back. Until that is booked nobody knows how
 * much is left to pay, and the platform may end up paying part of it.
 */
async function payableOf(office: Office, withdrawals: readonly Printed[]): Promise<Printed[]> {
  const taken_back = await takenBack(office)
  const payable: Printed[] = []
  for (const withdrawal of withdrawals) {
    if (withdrawal.recalled_beyond_wallet !== '0.00') continue
    if (taken_back.length > 0) {
      const deposits = await depositsOf(office, withdrawal.customer_id)
      if (taken_back.some((line) => recalledDeposits(texts(line), deposits).length > 0)) continue
    }
    payable.push(withdrawal)
  }
  return payable
}

/** Recalls of the bank that nobody has booked yet. */
async function takenBack(office: Office): Promise<Printed[]> {
  return (await office.list('list-bank-lines', { kind: 'paid_out' })).filter(({ is_return }) => is_return)
}

/** Two people put approved withdrawals into a payment order. */
const paymentOrders: Queue = async ({ office }) => {
  const approved = (await office.list('list-withdrawals')).filter(
    ({ status, is_ordered }) => status === 'approved' && is_ordered === false,
  )
  return (await payableOf(office, approved)).map(({ number }) => ({
    name: `payment of ${number}`,
    act: () => office.decideOnce('propose-payout-file', { numbers: number }, { action: 'payout.send' }),
  }))
}

/** Returned deposits that the bank has not been told of. */
const returns: Queue = async ({ office }) =>
  (await office.list('list-deposit-returns'))
    .filter(({ status }) => status === 'ordered')
    .map(({ number }) => ({
      name: `return ${number}`,
      act: () =>
        office.decideOnce('send-deposit-returns', { numbers: number }, { action: 'deposit.return-send' }),
    }))

/** Recalled deposits: two people find out whose they were, as PRODUCT §3 says. */
const recalls: Queue = async ({ office }) =>
  (await takenBack(office)).map((line) => ({
    name: `recall ${line.line_id}`,
    act: () => recall(office, line),
  }))

/**
 * The payer's name leads to customers, the line's texts and amount to the deposit. With no match (such as returned
 * escrow) or several, it is left to people and looked at again at growing intervals.
 */
async function recall(office: Office, line: Printed): Promise<void> {
  const { line_id, counterparty_name } = line
  const { items } = await office.run('search', { text: counterparty_name, kind: 'person' })
  const customers = new Set(rowsOf(items).flatMap(({ customer_id }) => customer_id ?? []))
  const deposits: PrintedDeposit[] = []
  for (const customer of customers) deposits.push(...(await depositsOf(office, customer)))
  const [deposit, ...others] = recalledDeposits(texts(line), deposits)
  if (deposit === undefined) throw new Refusal('record_not_found', { field: 'customer' })
  if (others.length > 0) throw new Refusal('deposit_match_refused', { field: 'deposit_id' })
  const { deposit_id } = deposit
  const flags = { line_id, deposit_id, reason: `${BY_ITSELF}: the bank’s line takes it back` }
  await office.decideOnce('recall-deposit', flags, { action: 'deposit.recall', line_id })
}

type PrintedDeposit = ReturnType<typeof depositTexts>

async function depositsOf(office: Office, customer: unknown): Promise<PrintedDeposit[]> {
  return (await office.list('list-deposits', { customer })).map(depositTexts)
}

function depositTexts(printed: Printed) {
  return {
    ...texts(printed),
    deposit_id: String(printed.deposit_id),
    recalled: String(printed.recalled),
  }
}

/** The texts of a bank line, or of the deposit that came by it. */
function texts({ amount, bank_reference, remittance }: Printed) {
  return {
    amount: String(amount),
    bank_reference: String(bank_reference),
    remittance: String(remittance),
  }
}

/** Creatives that plans wait for. */
const creatives: Queue = async ({ office }) =>
  (await office.list('list-drafts')).map(({ creative_id, asset_sha256 }) => ({
    name: `creative ${creative_id}`,
    is_review: true,
    act: () => office.check('approve-creative', { creative_id, asset_sha256 }),
  }))

/** Holds whose documents are all there, and appeals. */
const holds: Queue = async ({ office, third }) => {
  const found: Waiting[] = []
  for (const { hold_id, documents, appeals } of await office.list('list-holds')) {
    const listed = rowsOf(documents)
    if (listed.length > 0 && listed.every(({ file_id }) => file_id !== null)) {
      const flags = { hold_id, reason: DOCUMENTS_SEEN }
      found.push({ name: `hold ${hold_id}`, act: () => office.run('release-hold', flags, third) })
    }
    for (const { appeal_id, decision } of rowsOf(appeals)) {
      if (decision !== null) continue
      const flags = { appeal_id, decision: 'released', answer: `${BY_ITSELF}: the appeal is granted` }
      found.push({ name: `appeal ${appeal_id}`, act: () => office.run('decide-appeal', flags, third) })
    }
  }
  return found
}

/** Exchange orders that wait for the acceptor, for whom the office speaks, and those in dispute. */
const exchanges: Queue = async ({ office }) => {
  const note = `${BY_ITSELF}: the acceptor says that it has paid`
  const reason = `${BY_ITSELF}: decided for the customer`
  return (await office.list('list-exchange-orders')).flatMap(({ order_id, status }): Waiting[] => {
    if (status === 'escrowed')
      return [{ name: `exchange ${order_id}`, act: () => markPaid(office, order_id, note) }]
    if (status !== 'disputed') return []
    const known = { action: 'exchange.decide', subject_id: order_id }
    const flags = { order_id, winner: 'customer', reason }
    return [{ name: `dispute ${order_id}`, act: () => office.decideOnce('decide-exchange', flags, known) }]
  })
}

const chats: Queue = async ({ office }) =>
  (await office.list('list-chats')).map(({ customer_id, since }) => ({
    name: `chat ${customer_id} ${moment(since)}`,
    async act() {
      const { language } = await office.run('customer-show', { customer: customer_id, reason: BY_ITSELF })
      const [newest] = rowsOf((await office.run('show-chat', { customer: customer_id })).items)
      const seen_id = newest?.message_id
      await office.run('answer-chat', { customer: customer_id, text: answerIn(language), seen_id })
    },
  }))

/** Messages of visitors without an account. */
const guests: Queue = async ({ office }) =>
  (await office.list('list-guests')).map(({ guest, language, since }) => ({
    name: `${guest} ${moment(since)}`,
    async act() {
      const [newest] = rowsOf((await office.run('show-guest', { guest })).items)
      await office.run('answer-guest', { guest, text: answerIn(language), seen_id: newest?.message_id })
    },
  }))

const feedback: Queue = async ({ office }) =>
  (await office.list('list-feedback')).map(({ feedback_id, customer_id }) => ({
    name: `feedback ${feedback_id}`,
    async act() {
      const { language } = await office.run('customer-show', { customer: customer_id, reason: BY_ITSELF })
      await office.run('answer-feedback', { feedback_id, text: answerIn(language) })
    },
  }))

/** Every queue, in the order in which the office looks. */
export const QUEUES: readonly Queue[] = [
  deposits,
  withdrawals,
  paymentOrders,
  returns,
  recalls,
  creatives,
  holds,
  exchanges,
  chats,
  guests,
  feedback,
]

function answerIn(given: Printed[string]): string {
  const language: Language = LANGUAGES.find((one) => one === given) ?? 'en'
  return [message(language, 'automaticReply.office'), message(language, 'automaticReply.nobodyPays')].join(
    '\n\n',
  )
}

function moment(at: unknown): string {
  return at instanceof Date ? at.toISOString() : String(at)
}
