/**
 * A publisher's page with a player of films: video.js plays what vast-client reads from the program, and reports by it. What
 * the visitor does is in the address: `#skip`, `#click`. `window.played` tells how it went.
 */
export function playerPage(vast_url: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Films</title>
<video id="film" muted playsinline width="320" height="180"></video>
<script src="/video.js"></script>
<script type="module">
import { VASTClient, VASTTracker } from '/vast-client.js'
const VAST_URL = ${JSON.stringify(vast_url)}
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
