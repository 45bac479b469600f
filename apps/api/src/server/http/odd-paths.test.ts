import { afterAll, expect, test, vi } from 'vitest'
import { RawConnection } from '../../testing/raw-http.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildAppsIfOlder } from '../app/build-web.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PROPFIND']
/** The file plugin looks compressed files up by another path. */
const ENCODINGS = ['identity', 'gzip, br']
const REFUSED = [400, 404, 405]

await buildAppsIfOlder()
const t = await testProgram()
const port = await t.listen()
afterAll(() => t.close())

/** The status for each method, with the path sent raw: a normal client would normalise it first. */
async function statusesOf(path: string): Promise<number[]> {
  const statuses: number[] = []
  for (const encoding of ENCODINGS) {
    for (const method of METHODS) {
      const connection = await RawConnection.open(port)
      statuses.push((await connection.ask(method, path, { 'accept-encoding': encoding })).status)
      connection.close()
    }
  }
  return statuses
}

test.each([
  ['up, escaped', '/%2e%2e/x'],
  ['up, as it is', '/../x'],
  ['up, with its slash escaped', '/%2e%2e%2fx'],
  ['up, half escaped', '/..%2fx'],
  ['up from a folder', '/assets/%2e%2e/%2e%2e/x'],
  ['up among calls', '/facebook-business/%2e%2e/x'],
  ['here', '/./x'],
  ['nothing between slashes', '//x'],
  ['only slashes', '///'],
  ['a file as a folder', '/index.html/x'],
  ['NUL', '/%00'],
  ['NUL in a folder', '/assets/%00'],
  ['NUL behind a file', '/index.html%00'],
  ['NUL among calls', '/facebook-business/%00'],
  ['NUL as a hash', '/delivery/v1/asset/%00'],
  ['the end of a line', '/assets/a%0d%0ab'],
  ['a backslash', '/\\..\\x'],
  ['a backslash, escaped', '/assets/..%5c..%5cx'],
  ['half an escape', '/%'],
  ['a third of an escape', '/assets/%2'],
  ['no escape', '/%zz'],
  ['an escape of another kind', '/assets/%u0041'],
  ['no UTF-8', '/assets/%ff'],
  ['a slash in too many bytes', '/%c0%ae%c0%ae/x'],
  ['half an emoji', '/assets/%ed%a0%bd'],
  ['text that runs backwards', '/assets/%E2%80%AE'],
  ['a name too long for a disk', `/assets/${'a'.repeat(300)}`],
  ['a path too long for a disk', `/${'a/'.repeat(3_000)}`],
  ['as long as a head may be', `/${'a'.repeat(15_000)}`],
  ['as long, escaped', `/${'%61'.repeat(5_000)}`],
])('a path that is none is no fault of the program: %s [proof 170]', async (_name, path) => {
  const log = vi.spyOn(t.services.log, 'error')
  const statuses = await statusesOf(path)
  expect(statuses.filter((status) => !REFUSED.includes(status))).toEqual([])
  expect(log).not.toHaveBeenCalled()
})

test.each([
  ['token of a click', '/delivery/v1/click/%00'],
  ['file of a customer', '/facebook-business/files/image/%00'],
  ['upload', '/facebook-business/contract/upload/%00'],
])('what is no %s is refused in its own way', async (_name, path) => {
  const log = vi.spyOn(t.services.log, 'error')
  expect((await statusesOf(path)).filter((status) => status >= 500)).toEqual([])
  expect(log).not.toHaveBeenCalled()
})

test.each(METHODS)('%s of no path at all asks for no page', async (method) => {
  const connection = await RawConnection.open(port)
  const { status } = await connection.ask(method, '*')
  connection.close()
  expect(REFUSED).toContain(status)
})

test('control: paths that are there are answered', async () => {
  for (const path of ['/', '/index.html', '/%69ndex.html', '/delivery/v1/tag.js']) {
    const connection = await RawConnection.open(port)
    expect((await connection.ask('GET', path)).status).toBe(200)
    connection.close()
  }
})
