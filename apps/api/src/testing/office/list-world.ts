import type { StaffRole } from '@adtally/contract/enums.ts'
import { verbsOf } from '../../modules/operators/index.ts'
import { type TestProgram, testProgram } from '../servers/test-program.ts'
import { buildMarket, type Market } from '../worlds/build-market.ts'
import { type BusyCustomer, busyCustomer, seeVerdicts } from '../worlds/busy-customer.ts'
import { fillQueues } from './fill-queues.ts'
import { asSuperuserOf, multiplyRows, type Repeated } from './multiply-rows.ts'
import { askOffice, oneOfEachRole, signInOver } from './office-client.ts'

/**
 * What waits for a person before anything goes on: each is looked at beside the others, and there are few of them however
 * many customers there are.
 */
const WAITING = 20
/** Of what there is little of here; pages of the inbox are held by proof 1268. */
const FEW_LISTS = ['list-evidence', 'list-account-changes', 'list-partner-people', 'list-proposals']
/** Which can be asked of one customer, and of all. */
const OF_ALL_CUSTOMERS = ['list-feedback', 'list-audit-entries']
const WAITING_LISTS = ['list-bank-faults', 'list-brought-statements', 'list-exchange-orders']

/** How many of what there are for a customer each. */
const ENTRIES_EACH = 10
const AUDIT_EACH = 5

/** A program of its own with so many rows of everything that staff list. */
export interface Branch {
  /** Every list that has pages, with what it has to be asked for. */
  lists: readonly (readonly [name: string, input: Record<string, unknown>])[]
  /** How many rows a list has at least. */
  rowsOf(name: string): number
  /** What it answers. Throws if it is refused. */
  ask(name: string, input: Record<string, unknown>): Promise<Record<string, unknown>>
  /** How long that took, in milliseconds. */
  time(name: string, input: Record<string, unknown>): Promise<number>
  close(): Promise<void>
}

/** A program where `rows` customers have one of each thing that staff list, ten entries of the ledger and five of the audit. */
export async function branchOf(rows: number): Promise<Branch> {
  const program = await testProgram()
  const market = await buildMarket(program.services, program.modules)
  const customer = await busyCustomer(program, market, '204816')
  await seeVerdicts(program, market, [customer])
  await fillQueues(program, market, customer)
  await makeRest(program, market, customer)
  const names = await oneOfEachRole(program.services)
  await program.drain()
  await multiplyRows(program.db, tablesOf(customer.customer_id, rows))
  const tokens = new Map<StaffRole, string>()
  for (const [role, username] of names) tokens.set(role, await signInOver(program, username))
  const lists = verbsOf(program.modules).filter(
    ({ kind, request }) => kind === 'read' && 'cursor' in request.shape,
  )
  const roles = new Map(lists.map((verb) => [verb.name, verb.roles[0]]))
  const send = async (name: string, input: Record<string, unknown>) => {
    const role = roles.get(name)
    const asked = () => askOffice(program, name, input, { method: 'GET', token: role && tokens.get(role) })
    let answer = await asked()
    const username = role && names.get(role)
    if (role && username && ['proof_stale', 'token_expired'].includes(Object(answer.data).reason)) {
      tokens.set(role, await signInOver(program, username))
      answer = await asked()
    }
    if (answer.code !== 200) throw new Error(`${name} is refused: ${answer.text.slice(0, 200)}`)
    return answer.data
  }
  return {
    lists: lists.map(({ name, request }) => [name, askedFor(name, Object.keys(request.shape), customer)]),
    rowsOf: (name) => (FEW_LISTS.includes(name) ? 0 : WAITING_LISTS.includes(name) ? WAITING : rows),
    ask: send,
    async time(name, input) {
      const began_at = performance.now()
      await send(name, input)
      return performance.now() - began_at
    },
    close: () => program.close(),
  }
}

function askedFor(name: string, fields: readonly string[], { username }: BusyCustomer) {
  return {
    ...(fields.includes('customer') && !OF_ALL_CUSTOMERS.includes(name) && { customer: username }),
    ...(fields.includes('guest') && { guest: 'guest-1' }),
  }
}

/** What the world so far has none of, as acts or, where those take many, as rows. */
async function makeRest(
  { db }: TestProgram,
  { office, publisher_id }: Market,
  { customer_id, known }: BusyCustomer,
): Promise<void> {
  const reason = 'so that there is one'
  await office.decide('publish-announcement', {
    category: 'activity',
    title: 'Harbour day',
    content: 'Come',
    reason,
  })
  await office.run('reconcile')
  const event_id = known.get('event_id')?.[0] ?? ''
  await office.run('traffic-appeal-file', { publisher_id, event_id, grounds: 'They were at our fair' })
  const rows = [
    `insert into reconciliation.items (item_id, proof, subject, run_id, opened_at)
     select uuidv7(), 'ledger', 'so that there is one', run_id, now() from reconciliation.runs limit 1`,
    `insert into identity.email_requests (customer_id, email, asked_at)
     values ('${customer_id}', 'one@example.com', now())`,
    `insert into wallet.fetched_statements
       (fetched_id, rail, external_id, file, file_hash, fetched_at, found_as, blamed)
     values (uuidv7(), 'main', 'A1', 'x', sha256('x'), now(), 'malformed', 'Ntry')`,
  ]
  for (const statement of rows) await asSuperuserOf(db, statement)
}

const CUSTOMER = "bulk.id('identity.customers customer_id', n)"
const LATER = { sequence: '1000 + n' }
/** The log goes on before these. */
const AUDITED = { sequence: '1000000000 + n' }
const LINE = { line_id: "bulk.id('wallet.bank_lines line_id', n)" }
const MOVE = "bulk.id('moves of money', n)"

/** Each list's rows, with what they are read together with. */
function tablesOf(customer_id: string, count: number): Repeated[] {
  return [
    {
      ...{ table: 'identity.customers', where: `customer_id = '${customer_id}'`, count },
      set: {
        person_id: 'uuidv7()',
        username: "'many-' || n",
        email: "'many-' || n || '@example.com'",
      },
    },
    ...ofCustomers(customer_id, count),
    ...ofMoney(count),
    ...ofTheHouse(count),
    {
      table: 'ledger.transfers',
      where: "cause_kind <> 'proposal'",
      count: count * ENTRIES_EACH,
      set: { number: '1000000 + n' },
    },
    { table: 'audit.entries', count: count * AUDIT_EACH, set: AUDITED },
    {
      table: 'platform.jobs',
      count,
      set: { subject_id: "'many-' || n", due_at: "base.due_at + n * interval '1 millisecond'" },
    },
  ]
}

function ofCustomers(customer_id: string, count: number): Repeated[] {
  const waiting = "author = 'customer' and read_at is null"
  const sent_at = "base.sent_at + n * interval '1 millisecond'"
  return [
    { table: 'identity.licence_codes', count, set: { used_by: 'null', used_at: 'null' } },
    { table: 'identity.email_requests', count, set: { customer_id: CUSTOMER } },
    { table: 'service.chat_threads', count, set: { customer_id: CUSTOMER } },
    { table: 'service.chat_messages', where: waiting, count, set: { customer_id: CUSTOMER, sent_at } },
    {
      ...{ table: 'service.chat_messages', where: `customer_id = '${customer_id}'`, count },
      set: {
        message_id: "bulk.id('one chat', n)",
        read_at: 'base.sent_at',
        position: '1000 + n',
        revision: '1000 + n',
        request_id: 'uuidv7()',
      },
    },
    { table: 'service.guest_threads', count, set: { number: '1000 + n' } },
    {
      ...{ table: 'service.guest_messages', where: "author = 'guest'", count },
      set: { thread_id: "bulk.id('service.guest_threads thread_id', n)", sent_at },
    },
    {
      ...{ table: 'service.guest_messages', where: "author = 'guest'", count },
      set: { message_id: "bulk.id('one guest', n)", request_id: 'uuidv7()', read_at: 'base.sent_at' },
    },
    { table: 'service.feedback', count, set: { customer_id: CUSTOMER } },
    { table: 'wallet.holds', where: 'released_at is null', count },
    { table: 'acceptors.orders', where: "status = 'offered'", count: WAITING },
    { table: 'delivery.appeals', where: 'decision is null', count },
  ]
}

function ofMoney(count: number): Repeated[] {
  return [
    {
      ...{ table: 'wallet.bank_lines', where: 'assigned_kind is null', count },
      set: { bank_reference: "'B' || n" },
    },
    { table: 'wallet.bank_statements', count, set: { ...LATER, external_id: "'S' || n" } },
    {
      ...{ table: 'wallet.brought_statements', where: "ended_as = 'confirmed'", count },
      set: LATER,
    },
    {
      ...{ table: 'wallet.brought_statements', count: WAITING },
      set: {
        brought_id: "bulk.id('waiting statement', n)",
        sequence: '10000000 + n',
        external_id: "'W' || n",
        opening_balance_micros: 'n',
        ended_as: 'null',
        ended_at: 'null',
        statement_id: 'null',
      },
    },
    {
      ...{ table: 'wallet.fetched_statements', count },
      set: { ...LATER, external_id: "'S' || n", found_as: "'known'" },
    },
    {
      ...{ table: 'wallet.fetched_statements', where: "found_as = 'malformed'", count: WAITING },
      set: { fetched_id: "bulk.id('fault', n)", sequence: '10000000 + n', external_id: "'F' || n" },
    },
    { table: 'wallet.deposits', count, set: LINE },
    { table: 'wallet.deposit_returns', where: "status <> 'confirmed'", count, set: LINE },
    {
      ...{ table: 'wallet.withdrawals', where: "status = 'approved'", count },
      set: { status: "'requested'", approved_at: 'null' },
    },
    { table: 'wallet.payout_files', count, set: { message_id: "'B' || n" } },
    { table: 'payouts.payouts', count },
    {
      table: 'operators.proposals',
      where: "action = 'platform-money.move'",
      count,
      set: {
        proposal_id: MOVE,
        proposed_at: "base.proposed_at - interval '720 hours'",
        expires_at: "base.expires_at - interval '720 hours'",
      },
    },
    {
      ...{ table: 'operators.decisions', count, set: { proposal_id: MOVE } },
      where:
        "proposal_id in (select proposal_id from operators.proposals where action = 'platform-money.move')",
    },
    {
      ...{
        table: 'ledger.transfers',
        where: "cause_kind = 'proposal' and posting = 'platform_allotted'",
        count,
      },
      set: { id: "bulk.id('entries of moves', n)", cause_id: MOVE, number: '100000 + n' },
    },
  ]
}

function ofTheHouse(count: number): Repeated[] {
  const open = 'proposal_id in (select proposal_id from operators.open_proposals)'
  return [
    { table: 'operators.proposals', where: open, count },
    {
      ...{ table: 'operators.open_proposals', count },
      set: {
        proposal_id: "bulk.id('operators.proposals proposal_id', n)",
        subject_id: "base.subject_id || '-' || n",
      },
    },
    { table: 'marketplace.creatives', where: "status = 'draft'", count },
    { table: 'marketplace.products', count },
    {
      ...{ table: 'coupons.offers', count },
      set: { texts: "jsonb_set(base.texts, '{en,name}', to_jsonb('Offer ' || n))" },
    },
    { table: 'content.announcements', count },
    { table: 'notices.messages', where: "state = 'dead'", count },
    { table: 'reconciliation.runs', count, set: LATER },
    { table: 'reconciliation.items', count },
  ]
}
