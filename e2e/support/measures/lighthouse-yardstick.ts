import lighthouse from 'lighthouse'
import { sendPage, startSite } from '../../../apps/api/src/demo/site-server.ts'

/**
 * Lighthouse's main thread time for the page on the idle processors for which the limits were set; inferred, not
 * measured there (docs/decisions/lighthouse-by-a-yardstick.md).
 */
const QUIET_MS = 240

/** A page whose tasks resemble an app's start: parsing objects, creating elements, layout. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Yardstick</title>
<meta name="viewport" content="width=device-width"><style>p { display: flex; gap: 4px; padding: 2px }</style>
<main></main><script>
let tasks = 40
function task() {
  const objects = Array.from({ length: 400 }, (_, number) => ({ number, text: 'row ' + number, parts: [number, number * 2] }))
  const rows = JSON.parse(JSON.stringify(objects)).sort((one, other) => other.parts[1] - one.parts[1]).slice(0, 40)
  for (const { text, number } of rows) {
    const row = document.createElement('p')
    for (const part of [text, new Intl.NumberFormat('en').format(number)]) {
      const cell = document.createElement('span')
      cell.textContent = part
      row.append(cell)
    }
    document.querySelector('main').append(row)
  }
  document.body.offsetHeight
  tasks -= 1
  if (tasks > 0) setTimeout(task)
}
task()
</script></html>`

/**
 * How many times slower than two idle processors a fixed page is now, at least 1, measured by Lighthouse in the
 * Chromium at `port`, so that it is slowed down by the same causes as the app's pages.
 */
export async function browserSlowness(port: number): Promise<number> {
  const site = await startSite(0, (_, response) => sendPage(response, 200, PAGE))
  try {
    const result = await lighthouse(`${site.origin}/`, {
      port,
      logLevel: 'error',
      onlyAudits: ['mainthread-work-breakdown'],
      disableStorageReset: true,
      disableFullPageScreenshot: true,
      throttling: { cpuSlowdownMultiplier: 1 },
    })
    const took_ms = result?.lhr.audits['mainthread-work-breakdown']?.numericValue
    if (took_ms === undefined) throw new Error('Lighthouse did not measure the yardstick')
    return Math.max(1, took_ms / QUIET_MS)
  } finally {
    await site.stop()
  }
}
