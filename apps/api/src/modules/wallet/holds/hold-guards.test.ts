import { afterAll, describe, expect, test } from 'vitest'
import type { ProcessRole } from '../../../database/setup/process-roles.ts'
import { expectRefusedByGuard } from '../../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { keepImage } from '../../files/index.ts'
import { editBeneficiary } from '../beneficiaries/edit-beneficiary.ts'
import { bankDesk, PIN } from '../testing/bank-desk.ts'
import { cancelWithdrawal } from '../withdrawals/cancel-withdrawal.ts'
import { extendHoldVerb } from './extend-hold.ts'
import { openHolds } from './holds.repository.ts'
import { placeHoldVerb } from './place-hold.ts'
import { provideHoldDocument } from './provide-document.ts'

const HOUR_MS = 3_600_000
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const t = await testProgram()
afterAll(() => t.close())
const desk = bankDesk(t)

type Said = Partial<Parameters<typeof placeHoldVerb.propose>[2]>

/** Two people place a hold of a customer's own; its id, and its customer's. */
async function placed(said: Said) {
  const { customer_id } = await desk.customer('50.00')
  const hold = { customer: customer_id, amount: 5_000_000n, evidence: 'Told us', ...said }
  await desk.agreed(placeHoldVerb, { reason: 'account_theft', ...hold })
  const [{ hold_id } = { hold_id: '' }] = await t.system((tx) => openHolds(tx, customer_id))
  return { hold_id, customer_id }
}

const theft = await placed({ report: 'Chat message 1' })
const papers = await placed({ reason: 'identity_documents', documents: 'Passport' })
const waiting = await desk.customer('50.00')
const { beneficiary_id } = await editBeneficiary(t.services, waiting.customer_id, {
  password: PIN,
  beneficiary: {
    kind: 'bank_account',
    bank_name: 'Bank',
    beneficiary_name: 'Some One',
    account_number: 'GB33BUKB20201555555555',
  },
})
const { withdrawal_id } = await desk.ask({ ...waiting, beneficiary_id }, 10_000_000n)
const [wait] = await t.system((tx) => openHolds(tx, waiting.customer_id))

const ids = {
  theft: theft.hold_id,
  papers: papers.hold_id,
  wait: wait?.hold_id ?? '',
  withdrawal: withdrawal_id,
}
const said = (role: ProcessRole, statement: string) => saidByLogin(t.db.logins[role], statement, ids)
const set = (hold: keyof typeof ids, assignments: string) =>
  `update wallet.holds set ${assignments} where hold_id = '<${hold}>'`

const ACTS = ['wallet.holds', 'holds_acts_guarded'] as const
const MOVES = /put off by two people, or by as long as its clock stood still/

describe('a hold’s deadline moves neither way but by two people or its stopped clock', () => {
  test.each<[string, ProcessRole, string]>([
    [
      'to a second ago by a customer’s call, with its job',
      'api',
      `${set('theft', "deadline = platform.now() - interval '1 second'")};
       select platform.schedule_job('wallet.hold-release', '<theft>', platform.now())`,
    ],
    ['an hour earlier by staff', 'office', set('theft', "deadline = deadline - interval '1 hour'")],
    ['earlier while its clock stands still', 'api', set('papers', "deadline = deadline - interval '1 hour'")],
  ])('%s: refused; without the guard it would [proof 750]', async (_name, role, statement) => {
    await expectRefusedByGuard(t.db.asOwner, ACTS, () => said(role, statement), MOVES)
  })

  test('control: two people extend it', async () => {
    const hold_id = theft.hold_id
    const before = await t.system((tx) => openHolds(tx, theft.customer_id))
    await desk.agreed(extendHoldVerb, { hold_id, reason: 'Not done yet' })
    const after = await t.system((tx) => openHolds(tx, theft.customer_id))
    expect(after[0]?.deadline.getTime()).toBeGreaterThan(before[0]?.deadline.getTime() ?? Number.NaN)
  })
})

/** Restarts the clock of the hold for papers now, by so many milliseconds too much, with this deadline. */
const restart = (deadline: string, more_ms = 0) =>
  `update wallet.holds set clock_stopped_at = null, stopped_ms = stopped_ms + still.ms, deadline = ${deadline}
   from (select round(extract(epoch from platform.now() - clock_stopped_at) * 1000)::bigint + ${more_ms} as ms
     from wallet.holds where hold_id = '<papers>') as still
   where hold_id = '<papers>'`
const given = `update wallet.hold_documents set file_id = uuidv7(), provided_at = platform.now()
  where hold_id = '<papers>'`
const BY_STILL = "deadline + still.ms * interval '1 millisecond'"

describe('a hold’s clock stands still from its beginning until its last document, and the deadline moves by just that', () => {
  test.each<[string, string]>([
    ['stopped in the year 2000', set('theft', "clock_stopped_at = '2000-01-01'")],
    ['stopped now, with no document outstanding', set('theft', 'clock_stopped_at = platform.now()')],
    ['said to have stopped earlier', set('papers', "clock_stopped_at = '2000-01-01'")],
    ['restarted with the document outstanding', restart(BY_STILL)],
    ['restarted by an hour too much', `${given}; ${restart(BY_STILL, HOUR_MS)}`],
    ['restarted to end now', `${given}; ${restart('platform.now()')}`],
    ['restarted to end much later', `${given}; ${restart("deadline + interval '1 day'")}`],
  ])('%s: refused; without the guard it would [proof 751]', async (_name, statement) => {
    await expectRefusedByGuard(t.db.asOwner, ACTS, () => said('api', statement), MOVES)
  })

  test('control: restarted with its document, by as long as it stood still', async () => {
    expect(await said('api', `${given}; ${restart(BY_STILL)}`)).toBe('done')
    expect(await said('office', `${given}; ${restart(BY_STILL)}`)).toMatch(/permission denied/)
  })
})

describe('the wait for a new beneficiary ends with its withdrawal', () => {
  test('a customer’s call does not end it before; without the guard it would [proof 752]', async () => {
    const release = () => said('api', set('wait', "released_at = platform.now(), released_by = 'deadline'"))
    const guard = ['wallet.holds', 'waits_ended'] as const
    await expectRefusedByGuard(t.db.asOwner, guard, release, /goes on as long as its withdrawal/)
  })

  test('nor is anything released at another time than now; without the guard it would', async () => {
    const release = () => said('office', set('wait', "released_at = '2020-01-01', released_by = 'x'"))
    await expectRefusedByGuard(t.db.asOwner, ACTS, release, /releases at its deadline, or by staff/)
  })

  test('control: with the withdrawal, by its row and by the program', async () => {
    const end = `update wallet.withdrawals set status = 'ended', ended_at = platform.now(),
      ended_reason = 'cancelled_by_customer' where withdrawal_id = '<withdrawal>'`
    const release = set('wait', "released_at = platform.now(), released_by = 'x'")
    expect(await said('api', `${release}; ${end}`)).toBe('done')
    await cancelWithdrawal(t.services, waiting.customer_id, withdrawal_id)
    expect(await t.system((tx) => openHolds(tx, waiting.customer_id))).toEqual([])
  })
})

test('the worker releases no hold whose clock stands still; without the guard it would [proof 756]', async () => {
  await t.advance(80 * HOUR_MS)
  const release = () =>
    said('worker', set('papers', "released_at = platform.now(), released_by = 'deadline'"))
  await expectRefusedByGuard(t.db.asOwner, ACTS, release, /releases at its deadline, or by staff/)
  const { customer_id, hold_id } = papers
  const use = { customer_id, use: 'hold_document', staff_id: null } as const
  const { file_id } = await keepImage(t.services, use, PICTURE)
  await provideHoldDocument(t.services, customer_id, { hold_id, position: 1, file_id })
  const [restarted] = await t.system((tx) => openHolds(tx, customer_id))
  expect(restarted, 'control: its document restarts it').toMatchObject({ clock_stopped_at: null })
  expect(Number(restarted?.stopped_ms)).toBeGreaterThan(79 * HOUR_MS)
})
