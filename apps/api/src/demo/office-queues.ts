import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { message } from '@adtally/i18n/server.ts'
import type { Staff } from '../modules/module.ts'
import { Refusal } from '../modules/refusal.ts'
import { type Office, type Printed, rowsOf } from './office.ts'
import { markPaid } from './past/office-acts.ts'

/** Those who act by themselves: two who decide, and one more for what those two had a hand in. */
export interface ActingPeople {
  office: Office
  third: Staff
}

/** Something that waits for the office, by a name that is never another's, and what is done about it. */
export interface Waiting {
  name: string
  /** Takes the office longer than a look. */
  is_review?: true
  act(): Promise<unknown>
}

/** A queue: what of it waits now, by verbs that list. */
export type Queue = (people: ActingPeople) => Promise<Waiting[]>

/** What every word begins with that the office leaves for a customer. */
const BY_ITSELF = 'Sandbox office, automatic'
const DOCUMENTS_SEEN = `${BY_ITSELF}: documents taken as good, because no money here is real`

/** Deposits above what books itself, and those by name: the program proposes them, a second person looks. */
const deposits: Queue = async ({ office }) =>
  (await office.list('list-proposals'))
    .filter(({ maker }) => maker === 'program')
    .map(({ proposal_id }) => ({
      name: `proposal ${proposal_id}`,
      act: () => office.check('approve', { proposal_id }),
    }))

/** Withdrawals that nobody has looked at; what a person has doubts about is left for people. */
const withdrawals: Queue = async ({ office }) => {
  const asked = (await office.list('list-withdrawals')).filter(({ status }) => status === 'requested')
  if (asked.length === 0) return []
  const doubted = await doubtedWithdrawals(office)
  const taken_back = await takenBackAmounts(office)
  const waiting: Waiting[] = []
  for (const { number, withdrawal_id, customer_id } of asked) {
    if (doubted.has(withdrawal_id) || doubted.has(customer_id)) continue
    if (await hasDepositOf(office, customer_id, taken_back)) continue
    const act = () =>
      office.decideOnce('approve-withdrawal', { number }, { action: 'withdrawal.approve', number })
    waiting.push({ name: `withdrawal ${number}`, act })
  }
  return waiting
}

/** Those whose approval somebody has refused lately, and customers whom somebody wants to hold money of. */
async function doubtedWithdrawals(office: Office): Promise<Set<unknown>> {
  const newest = rowsOf((await office.run('list-proposals', { all: true })).items)
  return new Set(
    newest.flatMap(({ action, status, subject_id, customer_id }) => {
      if (action === 'withdrawal.approve' && status === 'refused') return [subject_id]
      return action === 'hold.place' && status === 'open' ? [customer_id] : []
    }),
  )
}

/** What the bank has taken back and nobody has booked yet: until then it is not known whose it was. */
async function takenBackAmounts(office: Office): Promise<Set<string>> {
  const lines = await office.list('list-bank-lines', { kind: 'paid_out' })
  return new Set(lines.filter(({ is_return }) => is_return).map(({ amount }) => String(amount).slice(1)))
}

async function hasDepositOf(office: Office, customer: unknown, amounts: Set<string>): Promise<boolean> {
  if (amounts.size === 0) return false
  const deposits = await office.list('list-deposits', { customer })
  return deposits.some(({ amount }) => amounts.has(String(amount)))
}

/** Approved withdrawals go into a payment order by two. */
const paymentOrders: Queue = async ({ office }) =>
  (await office.list('list-withdrawals'))
    .filter(({ status, is_ordered }) => status === 'approved' && is_ordered === false)
    .map(({ number }) => ({
      name: `payment of ${number}`,
      act: () => office.decideOnce('propose-payout-file', { numbers: number }, { action: 'payout.send' }),
    }))

/** Deposits on their way back that the bank was not told of. */
const returns: Queue = async ({ office }) =>
  (await office.list('list-deposit-returns'))
    .filter(({ status }) => status === 'ordered')
    .map(({ number }) => ({
      name: `return ${number}`,
      act: () =>
        office.decideOnce('send-deposit-returns', { numbers: number }, { action: 'deposit.return-send' }),
    }))

/** What the bank took back of deposits: two people find whose it was, as PRODUCT §3 has it. */
const recalls: Queue = async ({ office }) =>
  (await office.list('list-bank-lines', { kind: 'paid_out' }))
    .filter(({ is_return }) => is_return)
    .map((line) => ({ name: `recall ${line.line_id}`, act: () => recall(office, line) }))

/**
 * The payer's name leads to the customer, the amount to the deposit. Where there is none, such as of escrow that went back, it is left
 * to people: looked at again ever more rarely.
 */
async function recall(office: Office, { line_id, amount, counterparty_name }: Printed): Promise<void> {
  const taken_back = String(amount).slice(1)
  const { items } = await office.run('search', { text: counterparty_name, kind: 'person' })
  for (const { customer_id } of rowsOf(items)) {
    if (customer_id === null) continue
    const deposits = await office.list('list-deposits', { customer: customer_id })
    const deposit = deposits.find((one) => one.amount === taken_back && one.recalled === '0.00')
    if (deposit === undefined) continue
    const { deposit_id } = deposit
    const flags = { line_id, deposit_id, reason: `${BY_ITSELF}: the bank’s line takes it back` }
    await office.decideOnce('recall-deposit', flags, { action: 'deposit.recall', line_id })
    return
  }
  throw new Refusal('record_not_found', { field: 'customer' })
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

/** Exchange orders that wait for the acceptor, whose word the office brings, and those in dispute. */
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

/** Customers who wrote in the chat. */
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

/** Visitors who wrote before they have an account. */
const guests: Queue = async ({ office }) =>
  (await office.list('list-guests')).map(({ guest, language, since }) => ({
    name: `${guest} ${moment(since)}`,
    async act() {
      const [newest] = rowsOf((await office.run('show-guest', { guest })).items)
      await office.run('answer-guest', { guest, text: answerIn(language), seen_id: newest?.message_id })
    },
  }))

/** Feedback. */
const feedback: Queue = async ({ office }) =>
  (await office.list('list-feedback')).map(({ feedback_id, customer_id }) => ({
    name: `feedback ${feedback_id}`,
    async act() {
      const { language } = await office.run('customer-show', { customer: customer_id, reason: BY_ITSELF })
      await office.run('answer-feedback', { feedback_id, text: answerIn(language) })
    },
  }))

/** Everything that waits for people, in the order in which they look. */
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
