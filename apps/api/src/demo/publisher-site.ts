import { PLACEMENTS, PUBLISHER } from './seed/catalogue.ts'
import type { DemoMarket } from './seed/seed-market.ts'
import { htmlPage, type Site, sendPage, startSite } from './site-server.ts'

const STYLE = `
  :root { color-scheme: light dark; --ink: #1c1917; --soft: #78716c; --paper: #fdfcfa; --rule: #e7e5e4 }
  @media (prefers-color-scheme: dark) { :root { --ink: #e7e5e4; --soft: #a8a29e; --paper: #171412; --rule: #332e2b } }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 18px/1.65 Georgia, 'Times New Roman', serif }
  header, main { max-width: 40rem; margin: 0 auto; padding: 0 1.25rem }
  header { display: flex; justify-content: space-between; align-items: baseline; padding-top: 1rem; border-bottom: 1px solid var(--rule) }
  header b { font-size: 1.3rem; letter-spacing: .01em }
  header span, .by { color: var(--soft); font: 14px/1.5 system-ui, sans-serif }
  h1 { font-size: 2.1rem; line-height: 1.15; margin: 1.6rem 0 .4rem; text-wrap: balance }
  .slot { margin: 1.6rem 0; display: grid; justify-content: center }
  blockquote { margin: 1.5rem 0; padding-left: 1rem; border-left: 3px solid var(--rule); font-style: italic }
`

/**
 * A publisher's article and newsletter, whose ad slots are filled by the program's tag, one script line each, and its
 * `ads.txt`, which names the program.
 */
export async function startPublisherSite(
  port: number,
  program_origin: string,
  { keys, seller_id }: Pick<DemoMarket, 'keys' | 'seller_id'>,
): Promise<Site> {
  const article = articlePage(program_origin, keys)
  const letter = letterPage(program_origin, keys)
  const sellers = `# Who sells our places\n${new URL(program_origin).host}, ${seller_id}, DIRECT\n`
  return await startSite(port, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    if (pathname === '/' || pathname === '/harbour-lights') sendPage(response, 200, article)
    else if (pathname === '/sunday-letter') sendPage(response, 200, letter)
    else if (pathname === '/ads.txt') response.writeHead(200, { 'content-type': 'text/plain' }).end(sellers)
    else sendPage(response, 404, '<!doctype html><title>Not here</title><p>There is no such page.')
  })
}

function articlePage(program_origin: string, keys: ReadonlyMap<string, string>): string {
  const slot = slotsOf(program_origin, keys)
  return pageOf(
    'The lamp-keepers of the outer mole',
    'Town and water',
    `${slot('top')}
<article>
<h1>The lamp-keepers of the outer mole</h1>
<p class="by">A report from the harbour office · six minutes</p>
<p>At half past four, when the fish market has been hosed down and the gulls have gone quiet, two people walk out along the
outer mole with a flask and a screwdriver. They have done so every winter evening for nineteen years, and in that time the
harbour light has been dark for eleven minutes.</p>
<p>The lamp itself needs nobody. It has a timer, a battery, and a line to the harbour office that reports its health each
minute. What it can't report is a gull's nest in the lens housing, or the salt that grows on the glass from the inside, or the
cable that a storm has rubbed against the railing until the copper shows.</p>
${slot('middle')}
<blockquote>“A light that says it is fine and a light that is fine are two lights,” she says, and wipes the glass.</blockquote>
${slot('film')}
<p>They keep a book. Each evening has one line: wind, swell, what was cleaned, what was mended. Nobody has asked for it since
the office went paperless, and nobody has needed to, because everybody who works here has at some time walked out, opened the
box under the lamp, and read how the light had been doing all along.</p>
<p>In spring the council will vote on a second sensor. The keepers have no objection. They will walk out that evening too, to
see whether it is telling the truth.</p>
</article>
${slot('end')}`,
  )
}

function letterPage(program_origin: string, keys: ReadonlyMap<string, string>): string {
  const slot = slotsOf(program_origin, keys)
  return pageOf(
    'The Sunday letter',
    'By post and by tide',
    `${slot('letter')}
<article>
<h1>The Sunday letter</h1>
<p class="by">Once a week · three minutes</p>
<p>The dredger has come back from its refit and sounds a semitone lower than before. The ferry office has counted its umbrellas:
forty-one were left on board this year, and thirty-eight of them were black.</p>
<p>Down at the fish steps the bakery opens an hour earlier from Monday. Whoever is on the first boat knows why that matters, and
whoever is not may be glad to hear that the second tray is as warm as the first.</p>
</article>
${slot('story')}`,
  )
}

type SlotOf = (name: string) => string

function slotsOf(program_origin: string, keys: ReadonlyMap<string, string>): SlotOf {
  return (name) => {
    const line = `async src="${program_origin}/delivery/v1/tag.js" data-placement="${keys.get(name) ?? ''}"`
    const { format, width, height } = PLACEMENTS.find(({ slot }) => slot === name) ?? {}
    // A native one has a text of any length below its picture.
    if (format === 'native') return `<div class="slot"><script ${line}></script></div>`
    const room = `width:${width}px;max-width:100%;aspect-ratio:${width}/${height};margin-inline:auto`
    return `<div class="slot" style="${room}"><script ${line} data-size="${width}x${height}"></script></div>`
  }
}

function pageOf(title: string, section: string, main: string): string {
  const body = `<header><b>${PUBLISHER.name}</b><span>${section}</span></header>
<main>
${main}
</main>`
  return htmlPage(`${title} · ${PUBLISHER.name}`, STYLE, body)
}
