import { REVERSIBLE_POSTINGS } from '@adtally/contract/operator/finance/books.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { PROCESS_ROLES, type ProcessRole } from '../../database/setup/process-roles.ts'
import { codeOf } from '../../database/start-error.ts'
import { inventCause } from '../../testing/invented-causes.ts'
import { plant } from '../../testing/plant.ts'
import { reasonOf } from '../../testing/reason-of.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { PartiesWorld } from '../../testing/worlds/parties-world.ts'
import { PLATFORM_ID, postTransfers, type Transfer, transfersByCause } from '../ledger/index.ts'
import { verbsOf } from '../operators/index.ts'
import { bankAccount, OWN } from '../wallet/index.ts'
import { UNDOING_VERBS } from './reversible.ts'

const UNIT = 1_000_000n
const PROMO = { code: 'promo', owner_id: PLATFORM_ID } as const
const SHORTFALL = { code: 'shortfall', owner_id: PLATFORM_ID } as const
const WHY = { reason: 'Moved twice by mistake', evidence: 'Ticket 204 of the finance desk' }
/** Refusals by the rules of the books and of a posting's cause. */
const [NOT_THE_BOOKS, NOT_ALLOWED, NOT_ITS_WORK] = ['LG001', 'LG002', 'LG003']

const t = await testServices()
afterAll(() => t.close())
const world = await PartiesWorld.make(t)
await world.ownMoney('200.00')

/** The entry made by a move that two people agreed on. */
async function moved(amount: string, move: string): Promise<string> {
  const { proposal_id } = await world.office.run('move-platform-money', { amount, move })
  await world.office.check('approve', { proposal_id })
  const [entry] = await world.system((tx) => transfersByCause(tx, 'proposal', String(proposal_id)))
  return entry?.id ?? ''
}

const reversed = (entry_id: string, amount?: string) =>
  world.office.decide('reverse-entry', { entry_id, ...WHY, ...(amount !== undefined && { amount }) })
const refused = (entry_id: string, amount?: string) => reasonOf(reversed(entry_id, amount))
const reversal = (reverses_id: string, amount_micros: bigint, proposal_id: string): Transfer => ({
  ...{ id: newId(), kind: 'reversal', reverses_id, amount_micros },
  cause: { kind: 'proposal', id: proposal_id },
})
const listed = async (entry_id: string) =>
  (await world.office.list('list-platform-entries')).find((row) => row.entry_id === entry_id)

/** Posts with one process role's login; answers `ok` or the database's code. */
async function postAs(role: ProcessRole, transfers: readonly Transfer[]): Promise<string> {
  const posting = t.services.databases[role].transaction({ kind: 'system' }, (tx) =>
    postTransfers(tx, transfers),
  )
  return await posting.then(
    () => 'ok',
    (error: unknown) => codeOf(error) ?? String(error),
  )
}

describe('an entry of the platform’s own money', () => {
  test('goes back in part, then the rest, and not a micro-unit more; the books agree [proof 353]', async () => {
    const entry_id = await moved('10.00', 'own-promo')
    const before = { own: await world.balance('own'), promo: await world.balance('promo') }
    await reversed(entry_id, '4.00')
    expect(await world.balance('promo')).toBe(before.promo - 4n * UNIT)
    expect(await listed(entry_id)).toMatchObject({ amount: '10.00', reversed: '4.00', left: '6.00' })
    expect(await refused(entry_id, '6.000001')).toBe('reversal_exceeds_rest')
    await reversed(entry_id)
    expect(await world.balance('own')).toBe(before.own + 10n * UNIT)
    expect(await refused(entry_id, '0.000001')).toBe('reversal_exceeds_rest')
    // Nothing is left to reverse, so without an amount it is refused, too.
    expect(await refused(entry_id)).toBe('reversal_exceeds_rest')
    expect(await listed(entry_id)).toMatchObject({ reversed: '10.00', left: '0.00' })
    expect(await world.office.run('ledger-verify')).toMatchObject({ differences: [] })
    expect(await world.differences()).toBe(0)
  })

  test('is told before it goes back: whose, how much, what is back already, who made it, what will be booked [proof 354]', async () => {
    const entry_id = await moved('3.00', 'own-reserve')
    await reversed(entry_id, '1.00')
    const { proposal_id } = await world.office.run('reverse-entry', { entry_id, amount: '0.50', ...WHY })
    const { says, before, after, booked } = await world.office.check('show-proposal', { proposal_id })
    expect(says).toMatch(
      new RegExp(
        `^Reverse 0.50 \\w+ \\(part\\) of the platform's entry ${entry_id}, platform_allotted: 3.00 \\w+ from own to reserve, booked .+, of which 1.00 \\w+ was reversed before$`,
      ),
    )
    expect(before).toMatchObject({
      ...{ entry_proposed_by: 'maker', entry_approved_by: 'checker' },
      ...{ reversed: expect.stringMatching(/^1\.00 /), left: expect.stringMatching(/^2\.00 /) },
    })
    expect(after).toMatchObject({
      goes_back: expect.stringMatching(/^0\.50 \w+ from reserve to own$/),
      ...{ reversed: expect.stringMatching(/^1\.50 /), left: expect.stringMatching(/^1\.50 /) },
      evidence: WHY.evidence,
    })
    expect(booked).toEqual([expect.stringMatching(/^0\.50 \w+ from reserve to own \(platform_allotted\)$/)])
    // The facts have changed since they were seen.
    await world.system(async (tx) => {
      const { id } = await inventCause(tx, 'proposal')
      await postTransfers(tx, [reversal(entry_id, 1n, id)])
    })
    const approval = world.office.check('approve', { proposal_id })
    await expect(approval).rejects.toMatchObject({ reason: 'proposal_changed' })
  })

  test('goes back by two people, once by a request, and one proposal of it waits [proof 355]', async () => {
    const entry_id = await moved('2.00', 'own-promo')
    const request_id = newId()
    const flags = { entry_id, amount: '1.00', ...WHY }
    const { proposal_id } = await world.office.run('reverse-entry', { ...flags, request_id })
    const again = await world.office.run('reverse-entry', { ...flags, request_id })
    expect([proposal_id, again.proposal_id]).toEqual([request_id, request_id])
    const other = world.office.run('reverse-entry', { ...flags, amount: '0.50', request_id })
    await expect(other).rejects.toMatchObject({ reason: 'request_id_reused' })
    const waiting = world.office.run('reverse-entry', { ...flags, amount: '0.50' })
    await expect(waiting).rejects.toMatchObject({ reason: 'proposal_open' })
    await expect(world.office.run('approve', { proposal_id })).rejects.toMatchObject({ reason: 'four_eyes' })
    expect(await listed(entry_id)).toMatchObject({ left: '2.00' })
    await world.office.check('approve', { proposal_id })
    const twice = world.office.check('approve', { proposal_id })
    await expect(twice).rejects.toMatchObject({ reason: 'proposal_decided' })
    expect((await world.office.run('reverse-entry', { ...flags, request_id })).proposal_id).toBe(request_id)
    expect(await listed(entry_id)).toMatchObject({ left: '1.00' })
  })

  test.each([
    ['fee-own', '1.00'],
    ['reserve-shortfall', '1.00'],
    ['own-shortfall', '1.00'],
    ['promo-own', '1.00'],
    ['reserve-own', '1.00'],
  ])('goes back whichever way it went: %s', async (move, amount) => {
    await fill()
    const entry_id = await moved(amount, move)
    await reversed(entry_id)
    expect(await listed(entry_id)).toMatchObject({ reversed: amount, left: '0.00' })
  })

  test('needs its money to be in the pot still', async () => {
    const entry_id = await moved('5.00', 'own-promo')
    const promo = (await world.office.run('platform-money')).promo
    await moved(String(promo), 'promo-own')
    expect(await refused(entry_id)).toBe('insufficient_balance')
  })
})

describe('what is none of these', () => {
  test('is refused, and says what undoes it', async () => {
    const { customer_id } = await buildCustomer(t.services)
    const customer = { code: 'customer_available', owner_id: customer_id } as const
    const suspense = { code: 'suspense', owner_id: PLATFORM_ID } as const
    const ids = { credited: newId(), paid_in: newId(), recalled: newId(), allotted: newId() }
    await world.system(async (tx) => {
      const line = await inventCause(tx, 'bank_line')
      const base = { kind: 'posted', amount_micros: UNIT } as const
      await postTransfers(tx, [
        {
          ...base,
          id: newId(),
          debit: bankAccount('main'),
          credit: suspense,
          cause: line,
          amount_micros: 2n * UNIT,
        },
        { ...base, id: ids.credited, debit: suspense, credit: customer, cause: line },
        { ...base, id: ids.paid_in, debit: suspense, credit: OWN, cause: line },
        { ...base, id: ids.recalled, debit: customer, credit: bankAccount('main'), cause: line },
        {
          ...base,
          id: ids.allotted,
          posting: 'platform_allotted',
          debit: OWN,
          credit: PROMO,
          cause: await inventCause(tx, 'verdict'),
        },
      ])
    })
    const why = async (entry_id: string) => {
      const error = await world.office
        .run('reverse-entry', { entry_id, ...WHY })
        .catch((said: unknown) => said)
      return { reason: Object(error).reason, ...Object(error).details?.values }
    }
    expect(await why(newId())).toEqual({ reason: 'record_not_found' })
    expect(await why(ids.credited)).toEqual({
      ...{ reason: 'entry_undone_by_verb', posting: 'deposit_credited', verbs: 'recall-deposit' },
    })
    expect(await why(ids.paid_in)).toMatchObject({
      ...{ reason: 'entry_undone_by_verb', verbs: expect.stringContaining('pay-own-money') },
    })
    expect(await why(ids.recalled)).toEqual({ reason: 'entry_undone_by_rule', posting: 'deposit_recalled' })
    // The same posting, but made by the program: a settlement's correction.
    expect(await why(ids.allotted)).toEqual({ reason: 'entry_undone_by_rule', posting: 'platform_allotted' })
    const entry_id = await moved('1.00', 'own-promo')
    const { reversal_id } = await reversed(entry_id)
    expect(await why(String(reversal_id))).toEqual({ reason: 'entry_is_reversal' })
  })

  test('the verbs that are named are there, and the closed list is the database’s', async () => {
    const names = verbsOf(t.modules).map(({ name }) => name)
    expect(UNDOING_VERBS.filter((name) => !names.includes(name))).toEqual([])
    const [said] = await t.db.asOwner<{ text: string }>(
      "select pg_get_functiondef('payouts.allowed_by_reversal'::regproc) as text",
    )
    const list = /original\.posting in \(([^)]*)\)/.exec(said?.text ?? '')?.[1] ?? ''
    const postings = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name)
    expect(postings.toSorted()).toEqual([...REVERSIBLE_POSTINGS].toSorted())
  })
})

describe('the database allows what two people approved, and no other', () => {
  test('no role reverses an entry by itself, nor by another approval [proof 356]', async () => {
    const entry_id = await moved('2.00', 'own-promo')
    const { proposal_id: open } = await world.office.run('reverse-entry', {
      entry_id,
      amount: '1.00',
      ...WHY,
    })
    const { proposal_id: other_move } = await world.office.run('move-platform-money', {
      ...{ amount: '1.00', move: 'promo-own' },
    })
    await world.office.check('approve', { proposal_id: other_move })
    const causes = { invented: newId(), open: String(open), 'of a move': String(other_move) }
    for (const role of PROCESS_ROLES) {
      for (const [name, cause] of Object.entries(causes)) {
        const outcome = await postAs(role, [reversal(entry_id, UNIT, cause)])
        const expected =
          { office: NOT_ALLOWED, delivery: '42501', sandbox: '42501' }[String(role)] ?? NOT_ITS_WORK
        expect([role, name, outcome]).toEqual([role, name, expected])
      }
    }
    expect(await listed(entry_id)).toMatchObject({ reversed: '0.00' })
  })

  test('an approval is of its amount, of its entry, and by a reversal [proof 357]', async () => {
    const [entry_id, another_id] = [await moved('3.00', 'own-promo'), await moved('3.00', 'own-promo')]
    const approvedAndNotPosted = async () => {
      const { proposal_id } = await world.office.run('reverse-entry', { entry_id, amount: '1.00', ...WHY })
      await t.db.asOwner(`
        insert into operators.decisions (proposal_id, verdict, checker_id)
        select '${proposal_id}', 'approved', staff_id from operators.staff where username = 'checker'`)
      return String(proposal_id)
    }
    const proposal_id = await approvedAndNotPosted()
    const cause = { kind: 'proposal', id: proposal_id } as const
    const movement: Transfer = {
      ...{ id: newId(), kind: 'posted', posting: 'platform_allotted', cause },
      ...{ debit: PROMO, credit: OWN, amount_micros: UNIT },
    }
    const tried: Record<string, readonly Transfer[]> = {
      'one more': [reversal(entry_id, UNIT + 1n, proposal_id)],
      'one less': [reversal(entry_id, UNIT - 1n, proposal_id)],
      'another entry': [reversal(another_id, UNIT, proposal_id)],
      'a movement the same way': [movement],
      'half by another': [
        reversal(entry_id, UNIT / 2n, proposal_id),
        reversal(another_id, UNIT / 2n, proposal_id),
      ],
    }
    for (const [name, transfers] of Object.entries(tried))
      expect([name, await postAs('office', transfers)]).toEqual([name, NOT_ALLOWED])
    const verdict = await world.system((tx) => inventCause(tx, 'verdict'))
    const by_verdict = { ...reversal(another_id, 1n, proposal_id), cause: verdict }
    expect(await postAs('worker', [by_verdict])).toBe(NOT_THE_BOOKS)
    // Control: it is the rule of the books that refuses it.
    const undoing = await plant(t.db.asOwner, [
      {
        routine: 'ledger.check_reversals',
        from: "(reversal.cause_kind = 'proposal') is distinct from (original.cause_kind = 'proposal')",
        to: 'false',
      },
    ])
    expect(await postAs('worker', [by_verdict])).toBe('ok')
    for (const undo of undoing) await t.db.asOwner(undo)
    expect(await postAs('office', [reversal(entry_id, UNIT, proposal_id)])).toBe('ok')
    expect(await postAs('office', [reversal(entry_id, UNIT, proposal_id)])).toBe(NOT_ALLOWED)
    expect(await listed(entry_id)).toMatchObject({ reversed: '1.00' })
    expect(await world.office.run('ledger-verify')).toMatchObject({
      identical: false,
      differences: [{ fault: 'reversal', count: 1 }],
    })
  })

  test('a move that was approved takes no entry back', async () => {
    const entry_id = await moved('2.00', 'own-promo')
    const { proposal_id } = await world.office.run('move-platform-money', {
      amount: '1.00',
      move: 'promo-own',
    })
    await t.db.asOwner(`
      insert into operators.decisions (proposal_id, verdict, checker_id)
      select '${proposal_id}', 'approved', staff_id from operators.staff where username = 'checker'`)
    const asReversal = () => postAs('office', [reversal(entry_id, UNIT, String(proposal_id))])
    expect(await asReversal()).toBe(NOT_ALLOWED)
    // Control: it is this routine that refuses it.
    const undoing = await plant(t.db.asOwner, [
      { routine: 'payouts.allowed_by_proposal', from: 'posted.reverses_id is not null', to: 'false' },
    ])
    expect(await asReversal()).toBe('ok')
    for (const undo of undoing) await t.db.asOwner(undo)
  })

  test('of two at once that come to more than the entry, one is posted [proof 358]', async () => {
    const entry_id = await moved('2.00', 'own-promo')
    const causes = await world.system(async (tx) => [
      await inventCause(tx, 'proposal'),
      await inventCause(tx, 'proposal'),
    ])
    const databases = causes.map(() => new PostgresDatabase(t.db.program))
    const posting = causes.map(({ id }, index) =>
      databases[index]?.transaction({ kind: 'system' }, (tx) =>
        postTransfers(tx, [reversal(entry_id, 2n * UNIT - BigInt(index), id)]),
      ),
    )
    const results = await Promise.allSettled(posting)
    await Promise.all(databases.map((database) => database.close()))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const failed = results.find((result) => result.status === 'rejected')
    expect(String(failed?.reason)).toContain('exceeds_original_amount')
  })

  test('of two approvals of one proposal at once, one reverses', async () => {
    const entry_id = await moved('2.00', 'own-promo')
    const { proposal_id } = await world.office.run('reverse-entry', { entry_id, amount: '1.00', ...WHY })
    const approvals = [1, 2].map(() => reasonOf(world.office.check('approve', { proposal_id })))
    expect((await Promise.all(approvals)).toSorted()).toEqual(['ok', 'proposal_decided'])
    expect(await listed(entry_id)).toMatchObject({ reversed: '1.00' })
  })
})

async function fill(): Promise<void> {
  await world.system(async (tx) => {
    const cause = await inventCause(tx, 'proposal')
    const base = { kind: 'posted', amount_micros: UNIT } as const
    const fee = { code: 'fee', owner_id: PLATFORM_ID } as const
    const { customer_id } = await buildCustomer(t.services)
    const suspense = { code: 'suspense', owner_id: PLATFORM_ID } as const
    const customer = { code: 'customer_available', owner_id: customer_id } as const
    const unearned = { code: 'fee_unearned', owner_id: PLATFORM_ID, subject_id: newId() } as const
    const [line, vip] = [await inventCause(tx, 'bank_line'), await inventCause(tx, 'vip')]
    await postTransfers(tx, [
      { ...base, id: newId(), debit: bankAccount('main'), credit: suspense, cause: line },
      { ...base, id: newId(), debit: suspense, credit: customer, cause: line },
      { ...base, id: newId(), posting: 'vip_opened', debit: customer, credit: unearned, cause: vip },
      { ...base, id: newId(), posting: 'vip_earned', debit: unearned, credit: fee, cause: vip },
      { ...base, id: newId(), posting: 'platform_allotted', debit: OWN, credit: PROMO, cause },
      {
        ...{ ...base, id: newId(), posting: 'platform_allotted', debit: OWN, cause },
        credit: { code: 'reserve', owner_id: PLATFORM_ID },
      },
      {
        ...{ ...base, id: newId(), posting: 'deposit_recalled', debit: SHORTFALL, cause: line },
        credit: bankAccount('main'),
      },
    ])
  })
}
