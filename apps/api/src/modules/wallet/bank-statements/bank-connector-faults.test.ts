import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { connect } from '../../../database/connection.ts'
import { connectorToken } from '../../../database/setup/made-with.ts'
import { PROCESS_ROLES } from '../../../database/setup/process-roles.ts'
import { SandboxBank } from '../../../demo/sandbox-bank/sandbox-bank.ts'
import { readSettings } from '../../../settings.ts'
import { CAMT053 } from '../../../testing/iso20022/camt053.ts'
import { faultsOf } from '../../../testing/iso20022/check-message.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { TEST_MASTER_SECRET } from '../../../testing/servers/cluster.ts'
import { somebodyWaits } from '../../../testing/somebody-waits.ts'
import { BankWorld } from '../testing/bank-world.ts'
import { fetchSoon } from './fetch-statements.ts'

const WORKER_PROCESS = fileURLToPath(
  new URL('../../../testing/servers/bank-worker-process.ts', import.meta.url),
)
const UNIT = 1_000_000n

const world = await BankWorld.open()
afterAll(() => world.close())

/** The worker as a separate process, with the world's database and bank. */
function startWorkerProcess(): ChildProcess {
  const { t, bank, port } = world
  return spawn(process.execPath, [WORKER_PROCESS, JSON.stringify(t.db.logins)], {
    env: {
      ...process.env,
      SECRET: TEST_MASTER_SECRET,
      DATA_DIR: t.services.settings.data_dir,
      BANK_CONNECTOR: `http://127.0.0.1:${port}`,
      BANK_KEY: bank.key,
      BANK_PUBLIC_KEY: bank.public_key,
    },
    stdio: 'ignore',
  })
}

/** Runs a worker until it waits for the lock `lock`, and kills it there. */
async function killedAt(lock: string): Promise<void> {
  const holder = await connect(world.t.db.owner)
  let worker: ChildProcess | null = null
  try {
    await holder.query(`begin; set local adtally.scope = 'system'; ${lock}`)
    worker = startWorkerProcess()
    await vi.waitUntil(() => somebodyWaits(world.t.db), { timeout: 60_000, interval: 50 })
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  } finally {
    worker?.kill('SIGKILL')
    await holder.query('rollback')
    await holder.end()
  }
}

test('a worker that is killed between fetching a statement and booking it loses nothing and books it once [proof 442]', async () => {
  const { customer_id, reference } = await world.customer()
  world.pay(10n * UNIT, reference)
  const served = vi.spyOn(world.bank, 'offeredFile')
  await world.system((tx) => fetchSoon(world.services, tx))
  await killedAt("select wallet.lock_statements('main')")
  expect(served).toHaveBeenCalledTimes(1)
  expect(await world.available(customer_id)).toBe('0.00')
  await world.fetch()
  expect(served).toHaveBeenCalledTimes(2)
  expect(await world.available(customer_id)).toBe('10.00')
  expect(await world.differences()).toEqual([])
  served.mockRestore()
})

test('a worker that is killed between sending a payment order and keeping that it did pays once, and nobody discards the order meanwhile [proof 443]', async () => {
  const customer = await world.withdrawer(100n * UNIT)
  const ordered = await world.ordered(customer, 30n * UNIT)
  await killedAt(
    `select from wallet.withdrawals where withdrawal_id = '${ordered.withdrawal_id}' for no key update`,
  )
  expect(world.bank.paymentOf(ordered.number)?.amount).toBe(30n * UNIT)
  expect(await world.statusOf(ordered.withdrawal_id)).toBe('approved')
  const office = await world.office()
  const { payout_file_id } = ordered
  const discarding = office.decide('discard-payout-file', {
    payout_file_id,
    evidence: 'The bank has not got it',
  })
  expect(await reasonOf(discarding)).toBe('state_conflict')
  await world.t.drain()
  expect(await world.statusOf(ordered.withdrawal_id)).toBe('confirmed')
  const { movements } = world.bank.books.account(world.bank.holder)
  expect(movements.filter(({ end_to_end_id }) => end_to_end_id === ordered.number)).toHaveLength(1)
  expect(await world.available(customer.customer_id)).toBe('70.00')
  expect(await world.differences()).toEqual([])
})

test('an order that the bank rejects whole is said to be, hands nothing over, and can be discarded by two people [proof 444]', async () => {
  const customer = await world.withdrawer(100n * UNIT)
  const account = world.bank.books.account(world.bank.holder)
  const kept = account.balance_micros
  account.balance_micros = 0n
  const { payout_file_id, withdrawal_id, number } = await world.ordered(customer, 30n * UNIT)
  await world.t.drain()
  account.balance_micros = kept
  const office = await world.office()
  const order = await office.run('show-payout-file', { payout_file_id })
  expect(order).toMatchObject({ ended_as: null, rejected_reason: 'AM04' })
  expect(await reasonOf(office.run('hand-over-payout-file', { payout_file_id }))).toBe('state_conflict')
  await office.decide('discard-payout-file', { payout_file_id, evidence: 'AM04' })
  expect(await world.statusOf(withdrawal_id)).toBe('approved')
  await world.putIntoOrder(number)
  await world.t.drain()
  expect(await world.statusOf(withdrawal_id)).toBe('confirmed')
  expect(await world.differences()).toEqual([])
})

const ID = '00000000-0000-7000-8000-00000000abcd'
const SPOKEN_FOR_THE_BANK = [
  `wallet.begin_fetched_statement('<token>', '${ID}', 'main', 'camt053', sha256('x'), 'S', 'SANDBOX-0001', 0)`,
  `wallet.keep_fetched_statement('<token>', 'main', 'S', sha256('x'), null, null, null)`,
  `wallet.book_fetched_statement('<token>', 'main')`,
  `wallet.take_payout_file_for_bank('<token>', '${ID}')`,
  `wallet.payout_file_to_send('<token>', '${ID}')`,
  `wallet.hand_over_sent_file('<token>', '${ID}')`,
  `wallet.reject_payout_file('<token>', '${ID}', 'AM04')`,
]

describe('who speaks for the bank', () => {
  const said = (role: (typeof PROCESS_ROLES)[number], statement: string, token: string) =>
    saidByLogin(world.t.db.logins[role], `select ${statement}`, { token })
  const ours = () => connectorToken(world.services.settings.secret)

  test.each(SPOKEN_FOR_THE_BANK)(
    '%s is the worker’s alone, and by its token alone [proof 445]',
    async (statement) => {
      for (const role of PROCESS_ROLES) {
        const answer = await said(role, statement, ours())
        if (role === 'worker') expect(answer).toBe('done')
        else expect(answer).toMatch(/permission denied/)
      }
      expect(await said('worker', statement, 'f'.repeat(64))).toBe('nobody speaks for the bank by this')
    },
  )

  test('without the question for the token, the worker’s password alone would do', async () => {
    const undo = await plant(world.t.db.asOwner, [
      { routine: 'wallet.ask_connector', from: 'or not exists', to: 'and not exists' },
    ])
    expect(await said('worker', SPOKEN_FOR_THE_BANK[0] ?? '', 'f'.repeat(64))).toBe('done')
    for (const statement of undo) await world.t.db.asOwner(statement)
  })

  test('nobody puts asking the bank off', async () => {
    for (const role of PROCESS_ROLES) {
      const answer = await said(
        role,
        `platform.schedule_job('wallet.statement-fetch', 'periodic', platform.now() + interval '2 hours')`,
        '',
      )
      expect(answer).toMatch(/can't be put off|permission denied/)
    }
  })
})

test('the bank’s books are what they were after it ends at any byte of its journal, but for what was being written', () => {
  const path = join(world.folder, 'journal.jsonl')
  const whole = readFileSync(path)
  const { holder, currency } = world.bank
  const folder = join(world.folder, 'again')
  const opened = () => new SandboxBank({ folder, currency, holder })
  opened().close()
  writeFileSync(join(folder, 'journal.jsonl'), whole)
  const again = opened()
  expect([...again.books.payments.keys()]).toEqual([...world.bank.books.payments.keys()])
  expect(again.books.statements.map(({ file }) => file)).toEqual(
    world.bank.books.statements.map(({ file }) => file),
  )
  again.close()
  writeFileSync(join(folder, 'journal.jsonl'), whole.subarray(0, whole.length - 7))
  const cut = opened()
  expect(cut.books.offers.length).toBe(world.bank.books.offers.length - 1)
  // Interrupted work is repeated.
  expect(cut.offersSince(0)).toHaveLength(Math.min(50, world.bank.books.offers.length))
  cut.close()
})

test('what the bank sends is CAMT.053 as ISO 20022 has it, returns and names of any letters too [proof 448]', () => {
  const from = { name: 'Zoë O’Hara & <Cie> "東京"', account_number: 'DE89 3704 0044 0532 0130 00' }
  const paid = world.pay(3n * UNIT, 'A "text" & <more>', from)
  world.bank.returnPayment(paid, 'MD06')
  const files = world.bank.books.statements.map(({ file }) => file)
  expect(files.length).toBeGreaterThan(4)
  for (const file of files) expect(faultsOf(file, CAMT053)).toEqual([])
  expect(files.at(-1)).toMatch(
    /<RtrInf><Rsn><Cd>MD06<\/Cd><\/Rsn><AddtlInf>Original SB\d{14}<\/AddtlInf><\/RtrInf>/,
  )
})

test('a live ledger refuses to start with a sandbox bank; the three settings of a bank are set together [proof 449]', () => {
  const bank = {
    BANK_CONNECTOR: 'http://127.0.0.1:1',
    BANK_KEY: 'k'.repeat(43),
    BANK_PUBLIC_KEY: 'p'.repeat(60),
  }
  const live = {
    ...{ LEDGER_MODE: 'live', SECRET: TEST_MASTER_SECRET, PUBLIC_ORIGIN: 'https://adtally.example' },
    CONSOLE_ORIGIN: 'https://office.adtally.example',
    PARTNER_ORIGIN: 'https://partners.adtally.example',
    ...{ LEGAL_ENTITY: 'Example', LICENCE_STATEMENT: 'Example', SUPPORT_CONTACT: 'support@adtally.example' },
    ...{ RECORDS_KEPT_YEARS: '10', DEPOSIT_ACCOUNT_NUMBER: 'DE89370400440532013000' },
  }
  expect(readSettings(live).bank).toBeNull()
  expect(() => readSettings({ ...live, ...bank })).toThrow(/A live ledger has no sandbox bank/)
  const { BANK_KEY: _key, ...without } = bank
  expect(() => readSettings({ SECRET: TEST_MASTER_SECRET, ...without })).toThrow(/set together/)
  expect(readSettings({ SECRET: TEST_MASTER_SECRET, ...bank }).bank).toMatchObject({
    url: bank.BANK_CONNECTOR,
  })
})
