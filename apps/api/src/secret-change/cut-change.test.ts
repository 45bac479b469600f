import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backUp } from '../backup/back-up.ts'
import { restore } from '../backup/restore.ts'
import { connect, onConnection } from '../database/connection.ts'
import { SUPERUSER } from '../database/embedded/initialise.ts'
import { locate } from '../database/embedded/location.ts'
import { SOCKET_PORT } from '../database/embedded/postmaster.ts'
import { newId } from '../database/identifiers.ts'
import { DATABASE, passwordOf } from '../database/setup/roles.ts'
import { openText, sealText } from '../lib/sealed-text.ts'
import { deriveSecrets, NEXT_FILE, readMasterSecret } from '../secrets.ts'
import { readSettings } from '../settings.ts'
import { endProgram, StartedPrograms } from '../testing/servers/started-program.ts'
import { fileFolder } from '../testing/servers/test-folder.ts'
import { whyNot } from '../testing/why-not.ts'
import { changeSecret, type Step } from './change-secret.ts'

const folder = fileFolder()
const at = (name: string) => join(folder, name)
const data_dir = at('data')
const programs = new StartedPrograms(data_dir)
const place = { data_dir, database_url: null, given_secret: null, new_secret: null }
const MODULE = fileURLToPath(new URL('./change-secret.ts', import.meta.url))
const LETTER = 'a letter that is on its way'
const letter_id = newId()

const masterOf = (of = data_dir) => readMasterSecret(of) ?? ''

async function asSuperuser<Row extends object>(
  text: string,
  values: unknown[] = [],
  of = data_dir,
): Promise<Row[]> {
  const password = passwordOf(SUPERUSER, deriveSecrets(masterOf(of)))
  const host = locate(of).socket_folder
  const login = { host, port: SOCKET_PORT, user: SUPERUSER, password, database: DATABASE }
  return await onConnection(connect(login), async (client) => (await client.query<Row>(text, values)).rows)
}

/** Starts the program on a folder, reads the letter with its secret, and stops it. */
async function letterAfterStart(of = data_dir): Promise<string> {
  const { child, url } = await programs.start({ DATA_DIR: of })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const [row] = await asSuperuser<{ letter_sealed: Buffer }>('select letter_sealed from mail.letters', [], of)
  await endProgram(child, 'SIGINT')
  return openText(
    deriveSecrets(masterOf(of))('mail-letters'),
    letter_id,
    row?.letter_sealed ?? Buffer.alloc(0),
  )
}

/** Runs the change in its own process and kills it at a step. */
async function killedAt(step: Step): Promise<NodeJS.Signals | null> {
  const script = `import { changeSecret } from ${JSON.stringify(MODULE)}
    await changeSecret(${JSON.stringify(place)}, (step) => {
      if (step === ${JSON.stringify(step)}) process.kill(process.pid, 'SIGKILL')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'close')
  return child.signalCode
}

beforeAll(async () => {
  const { child } = await programs.start()
  const { secret } = readSettings({ DATA_DIR: data_dir })
  await asSuperuser(
    `insert into mail.letters (letter_id, letter_sealed, written_at, expires_at, next_try_at)
     values ($1, $2, platform.now(), platform.now() + interval '300 days', platform.now() + interval '299 days')`,
    [letter_id, sealText(secret('mail-letters'), letter_id, LETTER)],
  )
  expect(await whyNot(changeSecret(place))).toMatch(/Another program is running on the data folder/)
  expect(existsSync(at(`data/${NEXT_FILE}`))).toBe(false)
  await endProgram(child, 'SIGINT')
}, 600_000)
afterAll(() => programs.end())

describe('a secret that the program made itself', () => {
  test.each<[Step, 'the old' | 'the new']>([
    ['written', 'the old'],
    ['sealed', 'the old'],
    ['committed', 'the new'],
  ])('killed once it is %s, a start takes %s one, and everything opens [proof 650]', async (step, taken) => {
    const old = masterOf()
    expect(await killedAt(step)).toBe('SIGKILL')
    const coming = readMasterSecret(data_dir, NEXT_FILE)
    expect(coming).not.toBeNull()
    expect(masterOf()).toBe(old)
    expect(await letterAfterStart()).toBe(LETTER)
    expect(masterOf()).toBe(taken === 'the old' ? old : coming)
    expect(existsSync(at(`data/${NEXT_FILE}`))).toBe(false)
  })

  test('is another one afterwards, which alone opens the database; a backup from before has its own [proof 651]', async () => {
    const old = masterOf()
    await backUp(readSettings({ DATA_DIR: data_dir }), at('backup'))
    expect(await changeSecret(place)).toBeGreaterThan(0)
    const next = masterOf()
    expect(next).not.toBe(old)
    expect(await letterAfterStart()).toBe(LETTER)
    expect(await whyNot(restore(at('backup'), at('by-next'), next))).toMatch(/was made with another secret/)
    await restore(at('backup'), at('restored'), undefined)
    expect(masterOf(at('restored'))).toBe(old)
    expect(await letterAfterStart(at('restored'))).toBe(LETTER)
    const file = readFileSync(at('data/secrets.json'), 'utf8')
    writeFileSync(at('data/secrets.json'), JSON.stringify({ master: old }))
    expect((await programs.refusal({})).said).toMatch(/was made with another secret/)
    writeFileSync(at('data/secrets.json'), file)
    expect(await letterAfterStart()).toBe(LETTER)
    // A dozen server starts and stops take minutes on a busy machine.
  }, 900_000)

  test('is not changed where there is none, nor where a demo’s people have passwords that follow from it', async () => {
    expect(await whyNot(changeSecret({ ...place, data_dir: at('nothing') }))).toMatch(/There is no data in/)
    writeFileSync(at('data/demo.json'), '{}')
    expect(await whyNot(changeSecret(place))).toMatch(
      /is a demo's, whose people's passwords follow from its secret/,
    )
    rmSync(at('data/demo.json'))
  })
})
