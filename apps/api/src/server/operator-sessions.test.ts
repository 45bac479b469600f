import { chmodSync, copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { totpCode } from '../modules/operators/index.ts'
import { secretOf } from '../testing/authenticator-app.ts'
import { commandLine } from '../testing/command-line.ts'

const PASSWORD = 'a long enough password'
const OWNER_ONLY = 0o600
const secrets = new Map<string, Buffer>()
const { db, folder, sessions, type, printed } = await commandLine()

const founded = await printed('init --first-username ann --second-username bob --second-factors', {
  OPERATOR_FIRST_PASSWORD: PASSWORD,
  OPERATOR_SECOND_PASSWORD: PASSWORD,
})
for (const { username, second_factor } of founded) {
  secrets.set(username, secretOf(second_factor))
}

const WITH_PASSWORD = { OPERATOR_PASSWORD: PASSWORD }
const fileOf = (name: string) => join(sessions, `${name}.json`)

/** The next code of their authenticator app, as if the half minute of the last one were over. */
async function codeOf(name: string): Promise<string> {
  await db.asOwner(
    'with forgotten as (delete from operators.tries) update operators.secrets set factor_last_step = 0',
  )
  const [clock] = await db.asOwner<{ step: string }>(
    'select floor(extract(epoch from clock_timestamp()) / 30)::text as step',
  )
  return totpCode(secrets.get(name) ?? Buffer.alloc(0), BigInt(clock?.step ?? 0))
}

async function login(name: string): Promise<void> {
  await printed(`login --as ${name} --totp ${await codeOf(name)}`, WITH_PASSWORD)
}

const NOT_SIGNED_IN = /^ann is not signed in: `npm run operator -- login --as ann` /

describe('with a second factor', () => {
  test('twenty verbs need one code, and who acted is in the audit log [proof 108]', async () => {
    expect((await type('clock-show --as ann')).error).toMatch(NOT_SIGNED_IN)
    const code = await codeOf('ann')
    const signed_in = await printed(`login --as ann --totp ${code}`, WITH_PASSWORD)
    expect(signed_in).toMatchObject({ username: 'ann', session: fileOf('ann') })
    expect(JSON.stringify(signed_in)).not.toContain('token')
    // The password in the environment spares further codes.
    for (let verbs = 0; verbs < 10; verbs += 1) await printed('clock-show --as ann', WITH_PASSWORD)
    for (let verbs = 0; verbs < 10; verbs += 1) {
      await printed('clock-advance --by 1s --reason test', { OPERATOR_USERNAME: 'ann' })
    }
    expect(
      await db.asOwner(
        "select actor_name, count(*) from audit.entries where action in ('clock.advanced', 'staff.signed_in') group by 1",
      ),
    ).toEqual([{ actor_name: 'ann', count: 11n }])
  })

  test('control: without a session each verb asks for a code, and the same one is good once', async () => {
    const code = await codeOf('bob')
    const verb = `clock-show --as bob --totp ${code}`
    expect((await type('clock-show --as bob', WITH_PASSWORD)).error).toMatch(/\(second_factor_required\)\.$/)
    await printed(verb, WITH_PASSWORD)
    expect((await type(verb, WITH_PASSWORD)).error).toMatch(/\(second_factor_wrong\)\.$/)
    expect(existsSync(fileOf('bob'))).toBe(false)
    expect(
      await db.asOwner(
        "select from operators.sessions join operators.staff using (staff_id) where username = 'bob'",
      ),
    ).toEqual([])
  })

  test('five wrong tries are told as a lock, and until when', async () => {
    await codeOf('bob')
    const told: (string | null)[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      told.push((await type('login --as bob', { OPERATOR_PASSWORD: 'a guess' })).error)
    }
    expect(told.slice(0, 4)).toEqual(Array(4).fill(expect.stringMatching(/\(staff_credentials_wrong\)\.$/)))
    const locked = /^Refused: Too many incorrect attempts\. .* \(staff_locked, until 20\d\d-[-\d:.T]+Z\)\.$/
    expect(told[4]).toMatch(locked)
    expect((await type('login --as bob', WITH_PASSWORD)).error).toMatch(locked)
    await login('bob')
    await printed('logout --as bob')
  })
})

describe('what is kept of a session', () => {
  test('is its owner’s to read alone, a file each, until logout [proof 109]', async () => {
    await login('ann')
    await login('bob')
    expect(statSync(sessions).mode & 0o777).toBe(0o700)
    for (const name of ['ann', 'bob']) expect(statSync(fileOf(name)).mode & 0o777).toBe(OWNER_ONLY)
    const kept = join(folder, 'kept')
    copyFileSync(fileOf('ann'), kept)
    expect(await printed('logout --as ann')).toEqual({ username: 'ann', signed_out: true })
    expect(existsSync(fileOf('ann'))).toBe(false)
    expect((await type('clock-show --as ann')).error).toMatch(NOT_SIGNED_IN)
    // A copy made before is worthless too.
    copyFileSync(kept, fileOf('ann'))
    expect((await type('clock-show --as ann')).error).toMatch(NOT_SIGNED_IN)
    await printed('clock-show --as bob')
  })

  test('does not act under another’s name, nor where others could read it', async () => {
    await login('ann')
    await printed('logout --as bob')
    copyFileSync(fileOf('ann'), fileOf('bob'))
    const { error } = await type('clock-show --as bob')
    expect(error).toBe(`The session at ${fileOf('bob')} is not bob's; remove it and sign in again.`)
    rmSync(fileOf('bob'))
    await printed('clock-show --as ann')
    chmodSync(fileOf('ann'), 0o640)
    expect((await type('clock-show --as ann')).error).toMatch(/^Others than its owner may use /)
    chmodSync(fileOf('ann'), OWNER_ONLY)
    await printed('clock-show --as ann')
    expect((await type('clock-show --as ../desk/ann')).error).toContain('is not signed in')
    const elsewhere = { ...WITH_PASSWORD, OPERATOR_SESSIONS: join(fileOf('ann'), 'no-folder') }
    expect((await type(`login --as ann --totp ${await codeOf('ann')}`, elsewhere)).error).toMatch(
      /^No session can be kept at .*; set OPERATOR_SESSIONS to a folder of your own\.$/,
    )
  })

  test.each([
    [
      'idling for a quarter of an hour',
      "update operators.sessions set seen_at = seen_at - interval '15 minutes', opened_at = opened_at - interval '1 hour'",
    ],
    ['being shut out', "update operators.staff set disabled_at = now() where username = 'ann'"],
  ])('is worth nothing after %s', async (_how, statement) => {
    await login('ann')
    await printed('clock-show --as ann')
    await db.asOwner(statement)
    expect((await type('clock-show --as ann')).error).toMatch(NOT_SIGNED_IN)
  })
})

describe('a fresh proof at the command line', () => {
  const age = () =>
    db.asOwner(
      "update operators.sessions set opened_at = opened_at - interval '5 minutes', proved_at = proved_at - interval '5 minutes'",
    )
  const proved = () =>
    db.asOwner("select from operators.sessions where proved_at > clock_timestamp() - interval '5 minutes'")

  test('is signing in, and a code with a verb afterwards, which the kept session then has [proof 1216]', async () => {
    await db.asOwner('delete from operators.sessions')
    await db.asOwner("update operators.staff set disabled_at = null where username = 'bob'")
    await login('bob')
    expect(await proved()).toHaveLength(1)
    await age()
    await printed('clock-show --as bob')
    expect(await proved()).toEqual([])
    const code = await codeOf('bob')
    await printed(`clock-show --as bob --totp ${code}`)
    expect(await proved()).toHaveLength(1)
    expect((await type(`clock-show --as bob --totp ${code}`)).error).toMatch(/\(second_factor_wrong\)\.$/)
  })
})
