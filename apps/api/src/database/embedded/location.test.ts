import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileFolder } from '../../testing/servers/test-folder.ts'
import { withSpeakableBinaries } from './binaries.ts'
import { initialiseCluster } from './initialise.ts'
import { locate, removeSocketFolder } from './location.ts'

const folder = fileFolder()
const [own_uid = 0, own_gid = 0] = [process.getuid?.(), process.getgid?.()]
/** Only root can give a folder to another user. */
const SOMEBODY = own_uid === 0 ? { uid: 23_456, gid: 23_456 } : { uid: own_uid, gid: own_gid }

/** A data folder as a start leaves it when killed before the cluster exists. */
function leftBy({ uid, gid }: typeof SOMEBODY): string {
  const data_dir = mkdtempSync(join(folder, 'left-'))
  const home = join(data_dir, 'postgres')
  mkdirSync(home, { mode: 0o700 })
  for (const path of [data_dir, home]) chownSync(path, uid, gid)
  chmodSync(data_dir, 0o755)
  return data_dir
}

test('a home that another user’s start left without a cluster is gone on with as that user', () => {
  const { user, home } = locate(leftBy(SOMEBODY))
  expect(user.uid ?? own_uid).toBe(SOMEBODY.uid)
  expect(statSync(home).uid).toBe(SOMEBODY.uid)
})

test('a home that a start did not come to give away is given away', () => {
  const { user, home } = locate(leftBy({ uid: own_uid, gid: own_gid }))
  expect(user.uid).not.toBe(0)
  expect(statSync(home).uid).toBe(user.uid ?? own_uid)
})

test('a path too long for a socket has its socket elsewhere, and leaves nothing there', () => {
  const location = locate(join(folder, 'long'.repeat(30)))
  expect(location.socket_folder).not.toBe(location.home)
  expect(Buffer.byteLength(`${location.socket_folder}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107)
  expect(existsSync(location.socket_folder)).toBe(true)
  removeSocketFolder(location)
  expect(existsSync(location.socket_folder)).toBe(false)
  expect(existsSync(location.home)).toBe(true)
})

test('a folder for the socket that somebody else made first is refused', () => {
  const data_dir = join(folder, 'wide'.repeat(30))
  const { socket_folder } = locate(data_dir)
  chmodSync(socket_folder, 0o755)
  expect(() => locate(data_dir)).toThrow(/can be reached by other users; remove it, or set TMPDIR/)
  rmSync(socket_folder, { recursive: true })
})

test.each(['a"b', 'a$HOME', 'a`b', 'a\\b'])(
  'binaries under %s are started from a copy, which goes',
  async (name) => {
    const bin = join(folder, name, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'initdb'), '')
    const { user } = locate(join(folder, 'data'))
    const started_from = await withSpeakableBinaries(bin, user, async (speakable) => {
      expect(existsSync(join(speakable, 'initdb'))).toBe(true)
      return speakable
    })
    expect(started_from).toMatch(/^[^"$`\\]*$/)
    expect(existsSync(started_from)).toBe(false)
  },
)

test('an initdb that is killed is one sentence with a reason', async () => {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'initdb'), '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 })
  const making = initialiseCluster(bin, locate(join(folder, 'data')), 'password')
  await expect(making).rejects.toThrow(/could not create its data in .*: initdb was ended by SIGKILL\.$/)
})
