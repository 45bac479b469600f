import { afterAll, expect, test } from 'vitest'
import { Office, rowsOf } from '../../../demo/office.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'

/** Open and decided proposals, of each as many; a million in `e2e/prove/inbox-pages.gate.ts`. */
const ROWS = Number(process.env.INBOX_ROWS ?? 4_000)
/** How much longer a page may take than over a thousand: held by the gate, which has the machine to itself. */
const RATIO_MAX = Number(process.env.INBOX_RATIO_MAX ?? Number.POSITIVE_INFINITY)
const ROWS_BEFORE = 1_000
/** A statement takes no longer than the database allows it. */
const CHUNK = 100_000
const TRIES = ROWS > 100_000 ? 31 : 5

const t = await testProgram()
afterAll(() => t.close())
const staff = await buildStaff(t.services)
const office = new Office(t.services, t.modules, staff)

/** Plants proposals of several actions and makers, from one number to another: half of them open, half decided. */
async function plantRows(from: number, to: number): Promise<void> {
  const facts = JSON.stringify({ says: 'Planted', before: {}, after: {}, sum_micros: null, booked: null })
  const { maker, checker } = staff
  const tables = ['operators.proposals', 'operators.decisions', 'operators.open_proposals']
  const all = async (words: string) => {
    for (const table of tables) await t.db.asOwner(`alter table ${table} ${words} trigger user`)
  }
  await all('disable')
  const numbers = `generate_series(${from}, ${to - 1}) as number`
  const action = `(array['hold.place', 'withdrawal.approve', 'text.publish', 'staff.add'])[1 + number % 4]`
  const who = `(array['${maker.staff_id}', '${checker.staff_id}'])[1 + number / 4 % 2]::uuid`
  await t.db.asOwner(`
    insert into operators.proposals (proposal_id, action, subject_kind, subject_id, payload, payload_hash, facts, sum_micros,
      reason, maker_id, proposed_at, expires_at)
    select ('0198c0de-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, ${action}, 'planted', number::text, '{}', '\\x00', '${facts}', number::bigint * 10000, 'planted',
      ${who}, platform.now() - number * interval '1 second', platform.now() + (number + 3600) * interval '1 second'
    from ${numbers}`)
  await t.db.asOwner(`
    insert into operators.open_proposals (proposal_id, action, subject_kind, subject_id, about, checkers, maker_id, expires_at)
    select proposal_id, action, subject_kind, subject_id, '{}', array_to_string(checker_roles, ','), maker_id, expires_at
    from operators.proposals join operators.act_roles() using (action)
    where subject_kind = 'planted' and subject_id::int between ${from} and ${to - 1} and subject_id::int % 2 = 0`)
  await t.db.asOwner(`
    insert into operators.decisions (proposal_id, verdict, maker_id, of_action, checker_id, decided_at, decided_in)
    select proposal_id, 'refused', maker_id, action,
      case maker_id when '${maker.staff_id}' then '${checker.staff_id}' else '${maker.staff_id}' end::uuid, proposed_at,
      pg_current_xact_id()
    from operators.proposals
    where subject_kind = 'planted' and subject_id::int between ${from} and ${to - 1} and subject_id::int % 2 = 1`)
  await all('enable')
  for (const table of tables) await t.db.asOwner(`analyze ${table}`)
}

const ASKED = [
  { queue: 'waiting_for_me' },
  { queue: 'mine' },
  { queue: 'by_others' },
  { queue: 'given_back' },
  { queue: 'decided' },
  { queue: 'decided', action: 'withdrawal.approve' },
  { queue: 'waiting_for_me', action: 'hold.place' },
  { queue: 'by_others', sum_min: '1000000000.00' },
] as const

/** The median milliseconds of a page for the checker. */
async function pageMs(asked: Record<string, string>): Promise<number> {
  const times: number[] = []
  for (let tried = 0; tried < TRIES; tried += 1) {
    const began = performance.now()
    await office.check('list-proposals', asked)
    times.push(performance.now() - began)
  }
  return times.toSorted((one, other) => one - other)[TRIES >> 1] ?? 0
}

async function figures(): Promise<number[]> {
  const found: number[] = []
  for (const asked of ASKED) found.push(await pageMs(asked))
  return found
}

test(`a page of the inbox costs over ${ROWS} proposals what it costs over ${ROWS_BEFORE} [proof 1268]`, {
  timeout: 1_800_000,
}, async () => {
  await plantRows(0, ROWS_BEFORE)
  await figures()
  const before = await figures()
  for (let from = ROWS_BEFORE; from < ROWS; from += CHUNK) await plantRows(from, Math.min(ROWS, from + CHUNK))
  await figures()
  const after = await figures()
  const told = ASKED.map((asked, index) => ({
    asked: Object.values(asked).join(' '),
    ms: [before[index] ?? 0, after[index] ?? 0].map((ms) => ms.toFixed(2)),
    ratio: Number(((after[index] ?? 0) / (before[index] ?? 1)).toFixed(2)),
  }))
  console.log(JSON.stringify(told))
  expect(told.filter(({ ratio }) => ratio > RATIO_MAX)).toEqual([])
  const first = rowsOf((await office.check('list-proposals', { queue: 'waiting_for_me' })).items)
  expect(first).toHaveLength(50)
})
