import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Download } from '@adtally/contract/operator/statement/files.ts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testServices } from '../../testing/servers/test-services.ts'
import { foundStaff, joinStaff } from '../../testing/worlds/build-staff.ts'
import type { Staff } from '../module.ts'
import { operatorsModule, runVerb, verbsOf, withDigests } from '../operators/index.ts'
import { policiesModule } from '../policies/index.ts'
import { auditModule } from './index.ts'
import { entryHash, verifyEntries } from './rules.ts'

const modules = [auditModule, operatorsModule, policiesModule]
const harness = await testServices({ modules, no_staff: true })
afterAll(() => harness.close())
const folder = mkdtempSync(join(tmpdir(), 'adtally-audit-'))
afterAll(() => rmSync(folder, { recursive: true }))
const admins = await foundStaff(harness.services)
const joined = (username: string, role: 'support' | 'auditor' | 'risk' | 'finance_maker') =>
  joinStaff(harness.services, { admins }, { username, roles: [role] })
const [sue, art, rita, finn] = [
  await joined('sue', 'support'),
  await joined('art', 'auditor'),
  await joined('rita', 'risk'),
  await joined('finn', 'finance_maker'),
]

async function run(staff: Staff, name: string, input: Record<string, unknown> = {}): Promise<unknown> {
  const verb = verbsOf(modules).find((known) => known.name === name)
  if (!verb) throw new Error(`no verb ${name}`)
  const given = await withDigests(harness.services, verbsOf(modules), staff, name, input)
  return await runVerb(harness.services, verb, staff, given)
}
const page = z.object({
  items: z.array(
    z.object({
      sequence: z.string(),
      action: z.string(),
      actor_name: z.string(),
      approver_name: z.nullable(z.string()),
    }),
  ),
  next_cursor: z.nullable(z.string()),
})
const entries = async (staff: Staff, input: Record<string, unknown> = {}) =>
  z.parse(page, await run(staff, 'list-audit-entries', { limit: '500', ...input })).items

const proposed = z.object({ proposal_id: z.string() })
const { proposal_id } = z.parse(
  proposed,
  await run(finn, 'policy-propose', { set: ['platform_fee_percent=18'], reason: 'a test' }),
)
await run(rita, 'approve', { proposal_id })

test('all of the log is read in pages, newest first, and by who acted or approved [proof 1434]', async () => {
  const all = await entries(art)
  const numbers = all.map(({ sequence }) => Number(sequence))
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => numbers.length - index))
  const first = z.parse(page, await run(art, 'list-audit-entries', { limit: '2' }))
  const second = z.parse(
    page,
    await run(art, 'list-audit-entries', { limit: '2', cursor: first.next_cursor }),
  )
  expect([...first.items, ...second.items]).toEqual(all.slice(0, 4))
  const [change] = all.filter(({ approver_name }) => approver_name === 'rita')
  expect(change).toMatchObject({ actor_name: 'finn' })
  for (const username of ['finn', 'rita']) {
    const theirs = await entries(art, { username })
    expect(theirs).toContainEqual(change)
    expect(
      theirs.filter(({ actor_name, approver_name }) => ![actor_name, approver_name].includes(username)),
    ).toEqual([])
  }
})

test('support reads what they did and approved themselves, and of another’s is refused; risk reads all', async () => {
  const own = await entries(sue)
  expect(own.length).toBeGreaterThan(0)
  expect(
    own.filter(({ actor_name, approver_name }) => actor_name !== 'sue' && approver_name !== 'sue'),
  ).toEqual([])
  expect(await entries(sue, { username: 'sue' })).toEqual(own)
  await expect(entries(sue, { username: 'finn' })).rejects.toMatchObject({ reason: 'staff_role_missing' })
  expect((await entries(rita)).length).toBeGreaterThan(own.length)
})

test('a file of the log holds to the chain by itself, and who saved it stands in the log', async () => {
  const file = await run(art, 'save-audit-entries', { from_sequence: '2', entries_max: '5' })
  if (!(file instanceof Download)) throw new Error('no file')
  const line = z.object({
    sequence: z.string(),
    fields: z.array(z.nullable(z.string())),
    previous_hash: z.string(),
    hash: z.string(),
  })
  const lines = Buffer.from(file.content)
    .toString()
    .trim()
    .split('\n')
    .map((text) => z.parse(line, JSON.parse(text)))
  expect(lines.map(({ sequence }) => sequence)).toEqual(['2', '3', '4', '5', '6'])
  const before = { sequence: 1n, hash: lines[0]?.previous_hash ?? '' }
  expect(verifyEntries(before, lines).faults).toEqual([])
  // As docs/operating/audit.md says it to auditors.
  const [, script = ''] =
    /```js\n(.*?)```/s.exec(
      readFileSync(new URL('../../../../../docs/operating/audit.md', import.meta.url), 'utf8'),
    ) ?? []
  const checked = (text: string) => {
    const path = join(folder, 'audit.ndjson')
    writeFileSync(path, text)
    return spawnSync(process.execPath, ['--input-type=module', '-', path], {
      input: script,
      encoding: 'utf8',
    })
  }
  const text = Buffer.from(file.content).toString()
  expect(checked(text).stdout.trim()).toBe(`6 ${lines.at(-1)?.hash}`)
  expect(checked(text.replace('"staff"', '"stuff"')).stderr).toMatch(/^entry \d does not hold/)
  // Control: one letter of one field is found.
  const [forged] = lines.map((entry) => ({ ...entry, fields: [...entry.fields.slice(0, -1), '{}'] }))
  expect(forged && entryHash(forged)).not.toBe(forged?.hash)
  expect((await entries(art, { username: 'art' })).map(({ action }) => action)).toContain('audit.saved')
  for (const staff of [sue, rita, admins[0]])
    await expect(run(staff, 'save-audit-entries', { from_sequence: '1' })).rejects.toMatchObject({
      reason: 'staff_role_missing',
    })
  await expect(run(art, 'save-audit-entries', { from_sequence: '9000000' })).rejects.toMatchObject({
    reason: 'record_not_found',
  })
})

const jobs = z.object({
  items: z.array(
    z.object({
      kind: z.string(),
      subject_id: z.string(),
      attempts: z.number(),
      last_error: z.nullable(z.string()),
    }),
  ),
  next_cursor: z.nullable(z.string()),
})

test('what the program has still to do is listed by when it is due, and what it tried in vain alone [proof 1435]', async () => {
  await harness.db.asOwner(`
    insert into platform.jobs (kind, subject_id, due_at, attempts, retry_at, last_error)
    select 'test.job', number, platform.now() + interval '1 day' * number::integer,
      case number when '3' then 2 else 0 end, case number when '3' then platform.now() end,
      case number when '3' then 'the bank did not answer' end
    from unnest(array['1', '2', '3', '4']) as number`)
  const read = async (staff: Staff, input: Record<string, unknown>) =>
    z.parse(jobs, await run(staff, 'list-jobs', input))
  const mine = ({ items }: z.infer<typeof jobs>) =>
    items.filter(({ kind }) => kind === 'test.job').map(({ subject_id }) => subject_id)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const part: z.infer<typeof jobs> = await read(rita, { limit: '1', ...(cursor !== null && { cursor }) })
    seen.push(...mine(part))
    cursor = part.next_cursor
  } while (cursor !== null)
  expect(seen).toEqual(['3', '1', '2', '4'])
  expect((await read(rita, { failed: 'true' })).items).toEqual([
    expect.objectContaining({ subject_id: '3', attempts: 2, last_error: 'the bank did not answer' }),
  ])
  await expect(read(sue, {})).rejects.toMatchObject({ reason: 'staff_role_missing' })
})
