import { asRole } from '../../modules/as-role.ts'
import type { Services } from '../../modules/services.ts'
import { escapeHtml, htmlPage, type Site, sendPage, startSite } from '../site-server.ts'
import { type ActorScore, type Score, scoreOf, shareOf } from './score.ts'
import type { Truth } from './truth.ts'
import { readJudged } from './verdicts.repository.ts'

/** Where the same is told as JSON. */
const AS_JSON = '/score.json'

/** A page of the demo beside the program, on a free port of this machine: whom its filter took for what, and who they were. */
export async function startTruthPage(services: Services, truth: Truth): Promise<Site> {
  return await startSite(0, async ({ url }, response) => {
    const score = await scoreSoFar(services, truth)
    if (url !== AS_JSON) return sendPage(response, 200, pageOf(score))
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(score))
  })
}

/** How the filter did so far with what `truth` has written down. */
async function scoreSoFar(services: Services, truth: Truth): Promise<Score> {
  const claims = truth.claims()
  const decision_ids = [...new Set(claims.flatMap(({ decision_id }) => decision_id ?? []))]
  const judged = await asRole(services, 'worker').database.transaction({ kind: 'system' }, (tx) =>
    readJudged(tx, decision_ids),
  )
  return scoreOf(claims, judged)
}

const STYLE = `
  :root { color-scheme: light dark }
  body { margin: 0 auto; padding: 1.5rem; max-width: 56rem; font: 16px/1.5 system-ui, sans-serif }
  .wide { overflow-x: auto }
  table { border-collapse: collapse; width: 100% }
  th, td { padding: .4rem .7rem; border-bottom: 1px solid #8886; text-align: left; vertical-align: top }
  td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
`

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 })

/** What each kind of visitor does, for readers. */
const WORDS: Readonly<Record<string, string>> = {
  person: 'People, in browsers, apps and televisions',
  crawler: 'Crawlers, headless browsers, libraries',
  prefetch: 'Pages that a browser fetches ahead of its user',
  foreign_page: 'Other sites that ask for the publisher’s advertisements',
  borrowed_token: 'Other sites that report what was drawn for the publisher’s',
  other_agent: 'Reports from another browser than the one that asked',
  stacked_slots: 'Stacked slots that report a view at once',
  blind_click: 'Clicks on what was never shown',
  click_flood: 'A device that clicks and clicks',
}

function pageOf({ actors, recall, precision, people_lost }: Score): string {
  const body = `<h1>Who was who</h1>
<p>The demo’s visitors write down who they really are, in a file that the program doesn’t know. Here it is held against what
the program’s filter of invalid traffic made of them, in events. What came within the last minutes may still be judged.</p>
<p>Invalid traffic found: <b>${percentOf(recall)}</b> · of what was filtered really invalid: <b>${percentOf(precision)}</b>
· people’s events lost: <b>${percentOf(people_lost)}</b></p>
<div class="wide"><table>
<tr><th>Visitors</th><th class="n">Events</th><th class="n">Filtered</th><th class="n">Share</th><th>By</th></tr>
${actors.map(rowOf).join('\n')}
</table></div>`
  return htmlPage('Who was who', STYLE, body)
}

function rowOf({ actor, claimed, filtered, by }: ActorScore): string {
  const rules = Object.entries(by)
    .toSorted(([, one], [, other]) => other - one)
    .map(([rule, count]) => `${escapeHtml(rule)} ${count}`)
  return `<tr><td>${escapeHtml(WORDS[actor] ?? actor)}</td><td class="n">${claimed}</td><td class="n">${filtered}</td>
<td class="n">${percentOf(shareOf(filtered, claimed))}</td><td>${rules.join('<br>')}</td></tr>`
}

function percentOf(share: number | null): string {
  return share === null ? '–' : PERCENT.format(share)
}
