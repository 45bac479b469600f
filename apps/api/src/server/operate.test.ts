import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { newId } from '../database/identifiers.ts'
import { commandLine } from '../testing/command-line.ts'
import { operate } from './operate.ts'

const PROGRAM = fileURLToPath(new URL('../operator.ts', import.meta.url))
const PASSWORD = 'a long enough password'
const { db, folder, environment, type, printed } = await commandLine({ OPERATOR_PASSWORD: PASSWORD })

test('help lists every verb with its flags, and one when asked', async () => {
  const { output } = await type('help')
  expect(output).toContain('clock-advance --by <text> [--reason <text>]')
  expect(output).toContain('init --first-username <text>')
  // A file is named by its path, and so is where one goes that is answered.
  expect(output).toContain('define-csv-mapping --name <text> --file <path> [--request-id <text>]')
  expect(output).toContain('save-payout-file --payout-file-id <text> --out <path>\n')
  expect((await type('help clock advance')).output).not.toContain('init')
  const error = expect.stringContaining('There is no verb fly')
  expect(await type('fly')).toEqual({ output: null, error, request_id: null })
})

describe('on a running program', () => {
  test('the first two are made, and only once', async () => {
    const passwords = { OPERATOR_FIRST_PASSWORD: PASSWORD, OPERATOR_SECOND_PASSWORD: PASSWORD }
    const made = await printed('init --first-username ann --second-username bob', passwords)
    expect(made).toMatchObject([{ username: 'ann' }, { username: 'bob' }])
    const again = await type('init --first-username eve --second-username mal', passwords)
    expect(again.error).toBe('Refused: This record already exists (record_exists).')
  })

  test('they add the rest, whose codes are handed over in halves', async () => {
    for (const [username, roles] of [
      ['mara', 'finance_maker'],
      ['theo', 'risk'],
    ]) {
      const added = await printed(
        `add-staff --as ann --username ${username} --display-name ${username} --roles ${roles} --reason test`,
      )
      const { outcome } = await printed(`approve --as bob --proposal-id ${added.proposal_id}`)
      const codes = `--first-code ${added.first_code} --second-code ${outcome.second_code}`
      await printed(`activate-staff --username ${username} ${codes}`, { OPERATOR_NEW_PASSWORD: PASSWORD })
    }
    const both = await type(
      'change-staff-roles --as ann --username mara --roles finance_maker,admin --reason no',
    )
    expect(both.error).toBe(
      'Refused: One person can’t hold both finance_maker and admin (roles_exclude, --roles).',
    )
  })

  test('one proposes and another approves', async () => {
    const proposed = await printed(
      'policy-propose --as mara --set platform_fee_percent=18 --set vip_price=15 --reason test',
    )
    const { proposal_id } = proposed
    const [expiry] = await db.asOwner('select request_id from platform.jobs where subject_id = $1', [
      proposal_id,
    ])
    expect(expiry).toEqual({ request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    const alone = await type(`approve --as mara --proposal-id ${proposal_id}`)
    expect(alone.error).toMatch(/^Refused: .* \(four_eyes\)\.$/)
    const listed = await printed('list-proposals --as theo')
    expect(listed).toMatchObject({
      items: [{ proposal_id, maker: 'mara', payload: { changes: { platform_fee_percent: '18' } } }],
      next_cursor: null,
    })
    const { facts_hash } = await printed(`show-proposal --as theo --proposal-id ${proposal_id}`)
    await printed(`approve --as theo --proposal-id ${proposal_id} --facts-hash ${facts_hash}`)
    expect(await printed('policy-show --as mara')).toMatchObject({ version: 2 })
    expect(await printed('list-proposals --as mara --queue decided --limit 1')).toMatchObject({
      items: [{ status: 'approved' }],
    })
    expect(await printed('audit-verify --as mara')).toMatchObject({ whole: true })
  })

  test('a file is read where its path says, and one that is answered has to be given a place', async () => {
    const file = join(folder, 'mapping.json')
    const define = `define-csv-mapping --as mara --name bank --file ${file}`
    expect((await type(define)).error).toMatch(/\(file_unreadable, --file\)/)
    writeFileSync(file, '{"columns":')
    expect((await type(define)).error).toMatch(/\(field_invalid, --file\)/)
    writeFileSync(file, ' '.repeat(20_001))
    expect((await type(define)).error).toMatch(/\(file_too_large, --file, at most 20000 bytes\)/)
    const out = join(folder, 'order.xml')
    const save = `save-payout-file --as mara --payout-file-id ${newId()}`
    expect((await type(save)).error).toMatch(/\(field_required, --out\)/)
    expect((await type(`${save} --out ${out} --out ${file}`)).error).toMatch(/\(field_invalid, --out\)/)
    expect((await type(`${save} --out ${out}`)).error).toMatch(/\(record_not_found, --payout-file-id\)/)
    expect(existsSync(out)).toBe(false)
  })

  test('what is wrong is said in one sentence that names it', async () => {
    expect((await type('clock-show')).error).toContain('--as <username>')
    await printed('logout --as ann')
    expect((await type('clock-show --as ann', { OPERATOR_PASSWORD: 'wrong' })).error).toContain(
      '(staff_credentials_wrong)',
    )
    expect((await type('clock-advance --as ann')).error).toContain('(field_required, --by)')
    expect((await type('clock-advance --as ann --by soon')).error).toContain(
      '(field_invalid, --by, such as 1d12h)',
    )
    expect((await type('clock-advance --as ann --by 1d --fast')).error).toContain('(field_unknown, --fast)')
    expect((await type('clock-advance --as ann --by 1d --by 2d')).error).toContain('(field_invalid, --by)')
    expect((await type('clock-advance --as ann --by 1d --reason a\0b')).error).toContain(
      '(field_invalid, --reason)',
    )
    expect((await type('send-deposit-returns --as mara --numbers D100001,x')).error).toContain(
      '(field_invalid, --numbers, such as D100001,D100002)',
    )
  })

  test('verbs by a password alone sign in once, until logout', async () => {
    const signIns = async () => {
      const [row] = await db.asOwner<{ count: bigint }>(
        "select count(*) from audit.entries where action = 'staff.signed_in' and actor_name = 'bob'",
      )
      return Number(row?.count)
    }
    await printed('logout --as bob')
    const before = await signIns()
    for (let verbs = 0; verbs < 3; verbs += 1) await printed('clock-show --as bob')
    expect(await signIns()).toBe(before + 1)
    await printed('logout --as bob')
    await printed('clock-show --as bob')
    expect(await signIns(), 'control').toBe(before + 2)
  })

  test('where no session can be kept, a verb by a password works all the same, and leaves none', async () => {
    // Not even root can make a folder there.
    const nowhere = { OPERATOR_SESSIONS: '/proc/adtally/none' }
    const open = async () => {
      const [row] = await db.asOwner<{ count: bigint }>('select count(*) from operators.sessions')
      return Number(row?.count)
    }
    const before = await open()
    await printed('clock-show --as ann', nowhere)
    expect(await open()).toBe(before)
  })

  test('the sandbox clock moves, in two words too', async () => {
    const before = await printed('clock-show --as ann')
    const after = await printed('clock advance --by=8d --as ann')
    expect(after.offset_ms).toBe('691200000')
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(691_200_000)
  })

  test('as a program it prints JSON and exits 0, or a sentence with the request’s id and exits 1 [proof 744]', async () => {
    const run = async (line: string) => {
      const env = { ...process.env, ...environment }
      const child = spawn(process.execPath, [PROGRAM, ...line.split(' ')], { env })
      const [output, error] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ])
      return { output, error, code: child.exitCode }
    }
    const good = await run('clock-show --as bob')
    expect(good).toMatchObject({ error: '', code: 0 })
    expect(JSON.parse(good.output)).toMatchObject({ offset_ms: '691200000' })
    const refused = expect.stringMatching(/^Refused: [^\n]+\nReference: [0-9a-f-]{36}\n$/)
    expect(await run('clock-show --as nobody')).toEqual({ output: '', error: refused, code: 1 })
    expect(await run('fly')).toMatchObject({ error: expect.stringMatching(/^There is no verb fly[^\n]+\n$/) })
    // It is the id that the request's transactions have.
    await db.asOwner(`create function platform.fails() returns trigger language plpgsql as
      $$begin raise exception 'in %', current_setting('adtally.request_id'); end$$`)
    await db.asOwner('create trigger fails before insert on audit.entries execute function platform.fails()')
    const failed = await run('clock-advance --as bob --by 1s')
    await db.asOwner('drop function platform.fails cascade')
    expect(failed.error).toMatch(/^Failed: in (\S+)\nReference: \1\n$/)
  })
})

test('where nothing runs it says so', async () => {
  const { error } = await operate(['clock-show', '--as', 'ann'], {
    DATA_DIR: join(folder, 'none'),
    OPERATOR_PASSWORD: 'x',
  })
  expect(error).toMatch(/^No Adtally is running on .*: start it by/)
  const unreachable = { ...environment, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none' }
  expect((await operate(['clock-show', '--as', 'ann'], unreachable)).error).toContain(
    "can't be used by this program",
  )
})
