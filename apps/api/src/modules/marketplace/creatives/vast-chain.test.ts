import { expect, test } from 'vitest'
import { reasonOf } from '../../../testing/reason-of.ts'
import { followVast, WRAPPERS_MAX } from './vast-chain.ts'

const FILM = 'https://films.example/meadow.mp4?a=1&b=2'
const wrapper = (url: string) =>
  `<VAST version="4.2"><Ad><Wrapper><AdSystem>X</AdSystem><VASTAdTagURI><![CDATA[ ${url} ]]></VASTAdTagURI></Wrapper></Ad></VAST>`
const inLine = (file = `type="video/mp4" delivery="progressive"`) =>
  `<VAST version="3.0"><Ad><InLine><Creatives><Creative><Linear><MediaFiles>
    <MediaFile type="application/x-mpegURL" delivery="streaming">https://films.example/meadow.m3u8</MediaFile>
    <MediaFile ${file}>${FILM.replaceAll('&', '&amp;')}</MediaFile>
  </MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`

/** An ad server by its addresses' paths, and what it was asked. */
function server(documents: Record<string, string>) {
  const asked: string[] = []
  const read = async (url: string) => {
    asked.push(url)
    return documents[/(?<=ads\.other\/)\d+/.exec(url)?.[0] ?? ''] ?? ''
  }
  return { asked, follow: () => followVast('https://ads.other/0?r=[CACHEBUSTING]', read) }
}

const chain = (wrappers: number) =>
  Object.fromEntries(
    Array.from({ length: wrappers + 1 }, (_, index) => [
      String(index),
      index < wrappers ? wrapper(`https://ads.other/${index + 1}?r=[CACHEBUSTING]`) : inLine(),
    ]),
  )

test('a film is found behind five wrappers, each asked once, and not behind six [proof 1001]', async () => {
  const { asked, follow } = server(chain(WRAPPERS_MAX))
  expect(await follow()).toBe(FILM)
  expect(asked).toEqual([0, 1, 2, 3, 4, 5].map((index) => `https://ads.other/${index}?r=-1`))
  const deeper = server(chain(WRAPPERS_MAX + 1))
  expect(await reasonOf(deeper.follow())).toBe('url_redirects_too_many')
  expect(deeper.asked).toHaveLength(WRAPPERS_MAX + 1)
})

test('wrappers in a circle are not gone round', async () => {
  const { asked, follow } = server({
    0: wrapper('https://ads.other/1'),
    1: wrapper('https://ads.other/2'),
    2: wrapper('https://ads.other/1'),
  })
  expect(await reasonOf(follow())).toBe('url_redirects_too_many')
  expect(asked).toHaveLength(3)
})

test.each([
  ['no advertisement', '<VAST version="4.2"><Error>https://ads.other/none</Error></VAST>'],
  ['a film in pieces alone', inLine('type="video/mp4" delivery="streaming"')],
  ['a page', '<html><body>Not found</body></html>'],
  ['nothing', ''],
  ['a document that is cut off', inLine().slice(0, -20)],
  ['a document type', `<!DOCTYPE x [<!ENTITY e SYSTEM "https://ads.other/e">]>${inLine()}`],
])('%s is no film', async (_what, document) => {
  expect(await reasonOf(server({ 0: document }).follow())).toBe('url_content_differs')
})
