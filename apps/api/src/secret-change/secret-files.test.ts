import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { SUPERUSER } from '../database/embedded/initialise.ts'
import { locate } from '../database/embedded/location.ts'
import { runningPostmaster } from '../database/embedded/postmaster.ts'
import { passwordOf } from '../database/setup/roles.ts'
import { settleSecret } from '../database/setup/settle-secret.ts'
import { deriveSecrets, NEXT_FILE, readMasterSecret } from '../secrets.ts'
import { urlOf } from '../testing/servers/own-server.ts'
import { endProgram, StartedPrograms } from '../testing/servers/started-program.ts'
import { testDatabase } from '../testing/servers/test-database.ts'
import { fileFolder } from '../testing/servers/test-folder.ts'
import { whyNot } from '../testing/why-not.ts'
import { changeSecret } from './change-secret.ts'

const folder = fileFolder()
const data_dir = join(folder, 'data')
const [FILE, NEXT] = [join(data_dir, 'secrets.json'), join(data_dir, NEXT_FILE)]
const programs = new StartedPrograms(data_dir)
const place = { data_dir, database_url: null, given_secret: null, new_secret: null }
const TORN = '{"ma'
const ANOTHER = 'quite another secret, of more than 32 characters'

const fileOf = (master: string) => JSON.stringify({ master })
const postmaster = () => runningPostmaster(locate(data_dir).cluster)
const namesIn = (path: string) => readdirSync(path).sort()
const oneSentence = (pattern: RegExp) => ({
  code: 1,
  said: expect.stringMatching(new RegExp(`^[^\\n]*${pattern.source}[^\\n]*\\n$`)),
})

let master: string

beforeAll(async () => {
  const { child } = await programs.start()
  await endProgram(child, 'SIGINT')
  master = readMasterSecret(data_dir) ?? ''
}, 300_000)
beforeEach(() => {
  for (const path of [FILE, NEXT]) rmSync(path, { recursive: true, force: true })
  writeFileSync(FILE, fileOf(master))
})
afterEach(() => expect(postmaster()).toBeNull())
afterAll(() => programs.end())

describe('a server that a refused command started', () => {
  test('ends with it: a start and a change by another secret leave none [proof 675]', async () => {
    const SECRET = ANOTHER
    expect(await programs.refusal({ SECRET })).toEqual(oneSentence(/was made with another secret/))
    expect(postmaster()).toBeNull()
    const change = { ...place, given_secret: ANOTHER, new_secret: `${ANOTHER}, and one more` }
    expect(await whyNot(changeSecret(change))).toMatch(/was made with another secret/)
  }, 300_000)

  test('is left alone where it ran before [proof 676]', async () => {
    const server = await startEmbeddedPostgres({
      data_dir,
      superuser_password: passwordOf(SUPERUSER, deriveSecrets(master)),
      durable: true,
      onEvent() {},
    })
    const running = postmaster()
    const change = { ...place, given_secret: ANOTHER, new_secret: `${ANOTHER}, and one more` }
    expect(await whyNot(changeSecret(change))).toMatch(/was made with another secret/)
    expect([running, postmaster()]).toEqual([expect.any(Number), running])
    await server.stop({ end: true })
  }, 300_000)
})

describe('of two files the one that the database holds is taken', () => {
  test.each<[string, string | null, string | null]>([
    ['the next is torn', 'right', TORN],
    ['the next is another', 'right', fileOf(ANOTHER)],
    ['the present is torn', TORN, 'right'],
    ['the present is missing', null, 'right'],
  ])(
    '%s [proof 677]',
    async (_name, present, next) => {
      rmSync(FILE)
      const files = [
        [FILE, present],
        [NEXT, next],
      ] as const
      for (const [path, content] of files)
        if (content !== null) writeFileSync(path, content === 'right' ? fileOf(master) : content)
      expect(await whyNot(settleSecret(place))).toBe('done')
      expect(readMasterSecret(data_dir)).toBe(master)
      expect(namesIn(data_dir)).not.toContain(NEXT_FILE)
    },
    300_000,
  )

  test.each([
    ['the present is another, the next torn', fileOf(ANOTHER), TORN, /was made with another secret/],
    ['the present is torn, the next another', TORN, fileOf(ANOTHER), /was made with another secret/],
    ['both are torn', TORN, TORN, /secrets\.json is damaged/],
  ])(
    '%s: refused, and both stay as they are [proof 678]',
    async (_name, present, next, sentence) => {
      writeFileSync(FILE, present)
      writeFileSync(NEXT, next)
      expect(await whyNot(changeSecret(place))).toMatch(sentence)
      expect([FILE, NEXT].map((path) => readFileSync(path, 'utf8'))).toEqual([present, next])
    },
    300_000,
  )

  test('a change beside a torn one goes on [proof 679]', async () => {
    writeFileSync(NEXT, TORN)
    expect(await changeSecret(place)).toBeGreaterThanOrEqual(0)
    const changed = readMasterSecret(data_dir) ?? ''
    expect([changed === master, namesIn(data_dir).includes(NEXT_FILE)]).toEqual([false, false])
    master = changed
    const { child } = await programs.start()
    await endProgram(child, 'SIGINT')
  }, 300_000)
})

describe('a refused start writes nothing', () => {
  test('no secret beside data: it says what is missing, and makes none [proof 680]', async () => {
    rmSync(FILE)
    const before = namesIn(data_dir)
    expect(await programs.refusal({})).toEqual(oneSentence(/There is data in .*, and no secrets\.json in/))
    expect(await whyNot(changeSecret(place))).toMatch(/There is data in .*, and no secrets\.json in/)
    writeFileSync(NEXT, TORN)
    expect(await whyNot(changeSecret(place))).toMatch(/There is data in .*, and no secrets\.json in/)
    expect(namesIn(data_dir)).toEqual([...before, NEXT_FILE].sort())
  }, 300_000)

  test('nor where the data are in a database elsewhere [proof 681]', async () => {
    const db = await testDatabase()
    try {
      const empty = join(folder, 'empty')
      mkdirSync(empty)
      const start = { DATA_DIR: empty, DATABASE_URL: urlOf(db.owner) }
      expect(await programs.refusal(start)).toEqual(
        oneSentence(/There is data in the database of DATABASE_URL, and no secrets\.json in/),
      )
      expect(namesIn(empty)).toEqual([])
    } finally {
      await db.close()
    }
  }, 300_000)
})

test.each([
  ['secrets.json', FILE],
  [NEXT_FILE, NEXT],
])(
  '%s that is a folder is one sentence, at a start and at a change [proof 682]',
  async (name, path) => {
    rmSync(path, { force: true })
    mkdirSync(path)
    const sentence = new RegExp(`${name.replaceAll('.', '\\.')} is a folder and should be a file`)
    expect(await programs.refusal({})).toEqual(oneSentence(sentence))
    expect(await whyNot(changeSecret(place))).toMatch(sentence)
  },
  300_000,
)
