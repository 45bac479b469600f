import {
  appendFileSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../database/connection.ts'
import { locate } from '../database/embedded/location.ts'
import { SOCKET_PORT } from '../database/embedded/postmaster.ts'
import { DATABASE, passwordOf } from '../database/setup/roles.ts'
import { readSettings } from '../settings.ts'
import { endProgram, StartedPrograms } from '../testing/servers/started-program.ts'
import { fileFolder } from '../testing/servers/test-folder.ts'
import { whyNot } from '../testing/why-not.ts'
import { backUp } from './back-up.ts'
import { MANIFEST } from './manifest.ts'
import { restore } from './restore.ts'

const folder = fileFolder()
const at = (name: string) => join(folder, name)
const settings = () => readSettings({ DATA_DIR: at('data') })
const programs = new StartedPrograms(at('data'))
/** Rows acknowledged before the backup began, and by the time it ended. */
const written = { before: 0, after: 0 }

/** Connects as the superuser, as anyone who runs the program on this data folder could. */
async function asSuperuser(data_dir: string) {
  const { secret } = readSettings({ DATA_DIR: data_dir })
  const host = locate(data_dir).socket_folder
  const login = { host, port: SOCKET_PORT, user: 'postgres', password: passwordOf('postgres', secret) }
  return await connect({ ...login, database: DATABASE })
}

beforeAll(async () => {
  const { child } = await programs.start()
  writeFileSync(at('data/demo.json'), '{"a": "file beside the books"}')
  const client = await asSuperuser(at('data'))
  await client.query('create table public.written (number integer primary key, filling text)')
  let is_over = false
  const writing = (async () => {
    for (let number = 1; !is_over; number += 1) {
      await client.query("insert into public.written values ($1, repeat('x', 200))", [number])
      written.after = number
      await setImmediate()
    }
  })()
  while (written.after < 100) await setImmediate()
  written.before = written.after
  await backUp(settings(), at('backup'))
  is_over = true
  await writing
  await client.end()
  await endProgram(child, 'SIGINT')
  // The test writes as fast as it can, so on a busy machine the copy takes minutes.
}, 900_000)
afterAll(() => programs.end())

/** Files that the tests below overwrite; the rest can be hard links. */
const WRITTEN_TO = ['data/demo.json', 'cluster/PG_VERSION', MANIFEST]

/** A copy of the backup, changed by `spoil`. */
function spoilt(name: string, spoil: (copy: string) => void): string {
  const copy = at(name)
  for (const entry of readdirSync(at('backup'), { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name)
    const to = join(copy, relative(at('backup'), from))
    mkdirSync(entry.isDirectory() ? to : dirname(to), { recursive: true })
    if (entry.isFile()) linkSync(from, to)
  }
  for (const written of WRITTEN_TO) {
    rmSync(join(copy, written))
    copyFileSync(join(at('backup'), written), join(copy, written))
  }
  spoil(copy)
  return copy
}

const inManifest = (copy: string, change: (text: string) => string) =>
  writeFileSync(join(copy, MANIFEST), change(readFileSync(join(copy, MANIFEST), 'utf8')))

describe('a backup of a program that runs and is written to', () => {
  test('is of one moment, with all that was acknowledged before it, its logins and its files [proof 258]', async () => {
    await restore(at('backup'), at('restored'), undefined)
    const { url } = await programs.start({ DATA_DIR: at('restored') })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const client = await asSuperuser(at('restored'))
    const { rows } = await client.query<{ kept: number; last: number }>(
      'select count(*)::integer as kept, max(number) as last from public.written',
    )
    await client.end()
    const [found] = rows
    expect(found?.kept).toBe(found?.last)
    expect(found?.kept).toBeGreaterThanOrEqual(written.before)
    expect(found?.kept).toBeLessThanOrEqual(written.after)
    expect(readFileSync(at('restored/demo.json'), 'utf8')).toBe('{"a": "file beside the books"}')
  })

  test('is made of one that does not run, too, and ends what it started', async () => {
    await backUp(settings(), at('of-ended'))
    await restore(at('of-ended'), at('from-ended'), undefined)
    await expect(asSuperuser(at('data'))).rejects.toThrow()
  })

  test('is not made into what it copies, nor of what is a link', async () => {
    expect(await whyNot(backUp(settings(), at('data/inside')))).toMatch(
      /lies in .*, which it would be a copy of/,
    )
    symlinkSync(at('backup'), at('data/elsewhere'))
    expect(await whyNot(backUp(settings(), at('of-link')))).toMatch(
      /elsewhere is a link, and a backup has none/,
    )
    rmSync(at('data/elsewhere'))
  })

  test('is not put beside a file that is cut or another; one that was killed is begun again [proof 265]', async () => {
    mkdirSync(at('killed'))
    writeFileSync(at('killed/demo.json'), '{"a": "fi')
    expect(await whyNot(restore(at('backup'), at('killed'), undefined))).toMatch(
      /demo\.json is there already/,
    )
    renameSync(at('killed/demo.json'), at('killed/demo.json.partial'))
    expect(await whyNot(restore(at('backup'), at('killed'), undefined))).toBe('done')
    expect(readFileSync(at('killed/demo.json'), 'utf8')).toBe('{"a": "file beside the books"}')
  })

  test('is not put where something is, nor made of nothing, nor of a server of one’s own', async () => {
    expect(await whyNot(restore(at('backup'), at('data'), undefined))).toMatch(
      /has data already; restore into/,
    )
    expect(await whyNot(backUp(settings(), at('backup')))).toMatch(/is not empty; name a folder/)
    const nothing = readSettings({ DATA_DIR: at('nothing') })
    expect(await whyNot(backUp(nothing, at('of-nothing')))).toMatch(/There is no data in/)
    const given = { ...settings(), database_url: 'postgres://a:b@127.0.0.1/c' }
    expect(await whyNot(backUp(given, at('of-given')))).toMatch(/backed up by its own tools/)
  })
})

describe('a backup is refused in a sentence, and nothing is written', () => {
  test.each<[string, (copy: string) => void, RegExp]>([
    ['without its last file', (copy) => rmSync(join(copy, MANIFEST)), /is no whole backup: it has no backup/],
    ['cut', (copy) => rmSync(join(copy, 'cluster/global/pg_control')), /not whole: .*pg_control is missing/],
    ['shorter', (copy) => writeFileSync(join(copy, 'data/demo.json'), ''), /demo\.json has 0 bytes of 30/],
    [
      'longer',
      (copy) => appendFileSync(join(copy, 'cluster/PG_VERSION'), '\n'),
      /PG_VERSION has 4 bytes of 3/,
    ],
    [
      'changed',
      (copy) => writeFileSync(join(copy, 'data/demo.json'), '{"a": "file beside the boots"}'),
      /demo\.json is not what was written/,
    ],
    ['with a damaged list', (copy) => inManifest(copy, (text) => text.slice(1)), /backup\.json is damaged/],
    [
      'with a list that something was taken out of',
      (copy) => inManifest(copy, (text) => text.replace(/\{"path":"data\/demo\.json"[^}]*\},?/, '')),
      /backup\.json is not what was written/,
    ],
    [
      'with a list that leads out of it',
      (copy) => inManifest(copy, (text) => text.replace('"path":"data/', '"path":"data/../../')),
      /backup\.json is damaged/,
    ],
    [
      'with a link in place of a file',
      (copy) => {
        renameSync(join(copy, 'data/demo.json'), join(copy, 'elsewhere'))
        symlinkSync('../elsewhere', join(copy, 'data/demo.json'))
      },
      /demo\.json is no plain file/,
    ],
    [
      'with a link in place of a folder',
      (copy) => {
        renameSync(join(copy, 'cluster/base'), join(copy, 'base'))
        symlinkSync('../base', join(copy, 'cluster/base'))
      },
      /cluster\/base is missing, or is no folder/,
    ],
    [
      'of another version',
      (copy) => inManifest(copy, (text) => text.replace(/"schema_digest":"../, '"schema_digest":"zz')),
      /made by another version of this program/,
    ],
    [
      'of another PostgreSQL',
      (copy) => inManifest(copy, (text) => text.replace('"postgres":"18"', '"postgres":"17"')),
      /made by another version of this program/,
    ],
    [
      'of a SECRET that is not in it',
      (copy) => {
        rmSync(join(copy, 'data/secrets.json'))
        inManifest(copy, (text) => text.replace(/\{"path":"data\/secrets\.json"[^}]*\},?/, ''))
      },
      /made with a SECRET that is not in it; set the same/,
    ],
  ])('%s [proof 259]', async (name, spoil, sentence) => {
    const copy = spoilt(`spoilt ${name}`, spoil)
    expect(await whyNot(restore(copy, at('never'), undefined))).toMatch(sentence)
  })

  test('where another secret is set', async () => {
    const another = 'another secret, of more than thirty-two letters'
    expect(await whyNot(restore(at('backup'), at('never'), another))).toMatch(/was made with another secret/)
  })
})
