/** Where a page gets its player, and what reads documents, from. */
interface PlayerScripts {
  video_js: string
  vast_client: string
}

const OF_ITS_SITE: PlayerScripts = { video_js: '/video.js', vast_client: '/vast-client.js' }

/**
 * A publisher's page with a player of films: video.js plays what vast-client reads from the program, and reports by it. What
 * the visitor does is in the address: `#skip`, `#click`. `window.played` tells how it went.
 */
export function playerPage(vast_url: string): string {
  return pageWithPlayer(OF_ITS_SITE, `const VAST_URL = ${JSON.stringify(vast_url)}`)
}

/** The same with the address, `VAST_URL`, from what a module does before; `head` stands before its script. */
export function pageWithPlayer({ video_js, vast_client }: PlayerScripts, before: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Films</title>
<link rel="icon" href="data:,">
<video id="film" muted playsinline width="320" height="180"></video>
${head}<script src="${video_js}"></script>
<script type="module">
import { VASTClient, VASTTracker } from '${vast_client}'
${before}
${PLAYER}
</script>
</html>`
}

const PLAYER = `
const played = { ads: null, ended: null, skippable_after_s: null, error: null }
window.played = played
const client = new VASTClient()
const { ads } = await client.get(VAST_URL.replace('[PAGEURL]', encodeURIComponent(location.href)))
  .catch((error) => ({ ads: [], error: String(error) }))
played.ads = ads.length
const [ad] = ads
if (!ad) played.ended = 'nothing'
else {
  const creative = ad.creatives.find(({ type }) => type === 'linear')
  const tracker = new VASTTracker(client, ad, creative)
  played.skippable_after_s = tracker.skipDelay
  played.duration_s = creative.duration
  const player = videojs('film', { autoplay: true, muted: true })
  const end = (how) => { played.ended ??= how }
  player.one('playing', () => {
    tracker.trackImpression()
    tracker.setMuted(false)
    tracker.setMuted(true)
  })
  player.on('timeupdate', () => {
    const at_s = player.currentTime()
    tracker.setProgress(at_s)
    if (at_s >= 2) tracker.trackViewableImpression()
    if (location.hash === '#click' && at_s >= 1 && !played.clicked) {
      played.clicked = true
      tracker.on('clickthrough', (url) => { played.click_url = url })
      tracker.click()
    }
    if (location.hash === '#skip' && at_s >= 5) {
      player.pause()
      tracker.setPaused(true)
      tracker.skip()
      end('skipped')
    }
  })
  player.on('ended', () => {
    tracker.complete()
    end('complete')
  })
  player.on('error', () => {
    tracker.error({ ERRORCODE: 401 })
    end('error')
  })
  const [film] = creative.mediaFiles
  played.film = { ...film }
  player.src({ src: film.fileURL, type: film.mimeType })
}
`
