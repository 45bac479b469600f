import { afterEach, beforeEach, expect, test } from 'vitest'
import { approveAsProposed } from '../../../testing/office/approve-as-proposed.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { approvedActs } from '../../module.ts'
import { depositAccountFor } from '../deposits/deposit-account.ts'
import { BankWorld } from '../testing/bank-world.ts'
import { bringStatement } from '../testing/bring-statement.ts'
import { bringFile } from './import-statement.ts'

const UNIT = 1_000_000n

let world: BankWorld
let undoing: string[] = []
beforeEach(async () => {
  world = await BankWorld.open()
})
afterEach(async () => {
  for (const statement of undoing.splice(0)) await world.t.db.asOwner(statement)
  await world.close()
})

/** The bank has a statement of 20.00 from a stranger; what two people bring under its number says otherwise. */
async function forged(change: (file: string, reference: string) => string) {
  const { customer_id, reference } = await world.customer()
  world.pay(20n * UNIT, 'nobody')
  const { file = '' } = world.bank.books.offers.at(-1) ?? {}
  const changed = change(file, reference)
  expect(changed).not.toBe(file)
  const result = await bringStatement(world.services, { format: 'camt053', file: changed })
  expect(result.statements).toBe(1)
  return { customer_id, reference, file, statement_id: String(result.statement_id) }
}
const asHers = (file: string, reference: string) => file.replace('>nobody<', `>${reference}<`)
const ofMillions = (file: string, reference: string) =>
  asHers(file, reference).replace('>20.00<', '>900000.00<').replace('>5020.00<', '>905000.00<')

/** Two people withdraw the forged one and bring the bank's. */
async function putRight(statement_id: string, file: string): Promise<void> {
  await (await world.office()).decide('withdraw-statement', { statement_id, reason: 'None of the bank’s' })
  await bringStatement(world.services, { format: 'camt053', file })
  await world.t.drain()
}

const judged = async () => await (await world.office()).run('judge-money-owed')
const openDifferences = async () => {
  const office = await world.office()
  await office.run('reconcile')
  return await office.list('list-differences')
}
const approved = async (proposal_id: string) => {
  const { checker } = await buildStaff(world.services)
  const acts = approvedActs(world.t.modules)
  return await reasonOf(approveAsProposed(world.services, acts, { proposal_id, staff: checker }))
}
const proposed = async () => {
  const waiting = await (await world.office()).list('list-proposals')
  return String(waiting.find(({ action }) => action === 'deposit.book')?.proposal_id)
}

test('what the bank contradicts is a difference in the books, stops payments, and nothing of it is approved, until two people withdraw it [proof 800]', async () => {
  const { customer_id, statement_id, file } = await forged(ofMillions)
  const proposal_id = await proposed()
  expect([await judged(), await world.differences()]).toMatchObject([
    { stopped: false, bank: '905000.00', contradicted: [] },
    [],
  ])
  const external_id = world.bank.books.statements.at(-1)?.statement_id
  await world.fetch()
  expect(await judged()).toMatchObject({
    stopped: true,
    contradicted: [
      { statement_id, external_id, booked_closing_balance: '905000.00', bank_closing_balance: '5020.00' },
    ],
  })
  const [difference, ...others] = await openDifferences()
  expect(others).toEqual([])
  expect(difference).toMatchObject({ proof: 'statement', expected: '5020.00', found: '905000.00' })
  for (const named of [statement_id, external_id]) expect(String(difference?.subject)).toContain(named)
  expect(await reasonOf(depositAccountFor(world.services, customer_id))).toBe('payments_stopped')
  expect(await approved(proposal_id)).toBe('statement_contradicted')
  expect(await world.available(customer_id)).toBe('0.00')
  const [listed] = await (await world.office()).list('list-bank-faults')
  expect(listed).toMatchObject({ contradicted_id: statement_id })
  expect(listed?.what_to_do).toMatch(/place-hold/)

  await putRight(statement_id, file)
  expect(await judged()).toMatchObject({ stopped: false, bank: '5020.00', contradicted: [] })
  expect(await world.differences()).toEqual([])
  expect(await (await world.office()).list('list-bank-faults')).toEqual([])
  expect(await reasonOf(depositAccountFor(world.services, customer_id))).toBe('ok')
})

test('control: where nothing asks what the bank says, the forged deposit is approved and payments go on', async () => {
  await forged(ofMillions)
  const proposal_id = await proposed()
  undoing = await plant(world.t.db.asOwner, [
    {
      routine: 'wallet.is_contradicted',
      from: 'where of_statement is null',
      to: 'where false and of_statement is null',
    },
    { routine: 'wallet.is_contradicted', from: 'or statement_id = of_statement', to: '' },
  ])
  await world.fetch()
  expect(await judged()).toMatchObject({ stopped: false })
  expect(await approved(proposal_id)).toBe('ok')
})

test('the database books and approves nothing from a line of it, whoever asks [proof 801]', async () => {
  const { customer_id } = await forged(ofMillions)
  const proposal_id = await proposed()
  const [line] = await (await world.office()).list('list-bank-lines')
  const assign = `update wallet.bank_lines set assigned_kind = 'deposit', assigned_id = '${customer_id}',
    assigned_at = platform.now() where line_id = '${line?.line_id}'`
  const { checker } = await buildStaff(world.services)
  const decide = `select operators.approve('${checker.session_token}', '${proposal_id}', '{}')`
  const asOwner = (statement: string) =>
    world.t.db.asOwner(`begin; set local adtally.scope = 'system'; ${statement}; rollback`)
  await asOwner(assign)
  await asOwner(decide)
  await world.fetch()
  for (const statement of [assign, decide]) {
    await expect(asOwner(statement), statement).rejects.toMatchObject({
      constraint: 'statement_contradicted',
    })
    await world.t.db.asOwner('rollback').catch(() => null)
  }
})

test('what was credited at once from it is taken back by the deposit’s own line, and it goes; a statement that changes only whose money it is counts, too [proof 802]', async () => {
  const { customer_id, statement_id, file } = await forged(asHers)
  expect(await world.available(customer_id)).toBe('20.00')
  await world.fetch()
  expect(await judged()).toMatchObject({ stopped: true, contradicted: [{ statement_id }] })
  const office = await world.office()
  const [fetched] = await office.list('list-fetched-statements')
  expect(fetched).toMatchObject({
    state: 'differs',
    differences: [{ differs: [{ field: 'remittance', here: 'nobody' }] }],
  })
  const [deposit] = await office.list('list-deposits', { customer: customer_id })
  const { deposit_id, line_id } = Object(deposit)
  const evidence = 'The bank’s own statement says otherwise'
  await office.decide('place-hold', {
    ...{ customer: customer_id, reason: 'disputed_deposit', amount: '20.00', evidence, deposit_id },
  })
  expect(await world.available(customer_id)).toBe('0.00')
  await office.decide('recall-deposit', { line_id, deposit_id, reason: evidence })
  await putRight(statement_id, file)
  expect(await judged()).toMatchObject({ stopped: false })
  expect(await world.available(customer_id)).toBe('0.00')
  expect(await world.differences()).toEqual([])
})

test('what one person brought under a number of which the bank itself says otherwise stays listed, as contradicting what is booked [proof 804]', async () => {
  const { reference } = await world.customer()
  world.pay(20n * UNIT, 'nobody')
  const { file = '' } = world.bank.books.offers.at(-1) ?? {}
  const { maker } = await buildStaff(world.services)
  const office = await world.office()
  await bringFile(world.services, maker, {
    ...{ rail: 'main', format: 'camt053', file: asHers(file, reference) },
  })
  expect(await office.list('list-brought-statements')).toMatchObject([{ state: 'waits', contradicts: null }])
  await world.fetch()
  const [booked] = await office.list('list-statements')
  expect(await office.list('list-brought-statements')).toMatchObject([
    {
      ...{ state: 'contradicts', contradicts: booked?.statement_id, brought_by: 'maker' },
      booked_differs: [{ differs: [{ field: 'remittance', here: reference, there: 'nobody' }] }],
    },
  ])
  // It books nothing, so nothing stops.
  expect(await judged()).toMatchObject({ stopped: false })
})
