// A publisher's page loads this once for each placement; the block keeps its names private.
{
  const script = document.currentScript
  const origin = new URL(script.src).origin
  const base = `${origin}/delivery/v1/`
  let device = ''
  try {
    device = localStorage.getItem('adtally') || crypto.randomUUID()
    localStorage.setItem('adtally', device)
  } catch {}

  const make = (name, style, text) => {
    const element = document.createElement(name)
    element.style.cssText = style
    if (text) element.textContent = text
    return element
  }

  const reporter = (token) => {
    const sent = {}
    return (kind) => {
      if (sent[kind]) return false
      sent[kind] = true
      const body = JSON.stringify({ token, kind })
      if (!navigator.sendBeacon?.(`${base}event`, body))
        fetch(`${base}event`, { method: 'POST', body, keepalive: true })
      return true
    }
  }

  // Half of the ad visible for an unbroken second, of a film for two while it plays (MRC).
  const watch = (host, media, send) => {
    const time = media.play ? 2000 : 1000
    let timer
    new IntersectionObserver(
      (moments, observer) => {
        clearTimeout(timer)
        // A busy browser reports several moments at once; the last one is current.
        if (moments[moments.length - 1].intersectionRatio < 0.5) return
        const look = () => {
          if (document.visibilityState !== 'visible' || media.paused) timer = setTimeout(look, time)
          else if (send('viewable')) observer.disconnect()
        }
        timer = setTimeout(look, time)
      },
      { threshold: [0, 0.5] },
    ).observe(host)
  }

  const mediaOf = (creative, host, send) => {
    const is_video = creative.kind === 'video'
    const shape = `aspect-ratio:${creative.width}/${creative.height}`
    const media = make(is_video ? 'video' : 'img', `display:block;width:100%;object-fit:cover;${shape}`)
    const shown = () => send('impression') && watch(host, media, send)
    if (is_video) {
      media.muted = media.autoplay = media.playsInline = true
      media.ontimeupdate = () => {
        for (const part of [25, 50, 75])
          if (media.currentTime * 100 >= media.duration * part) send(`video_${part}`)
      }
      media.onended = () => send('video_100')
      media.onplaying = shown
    } else media.onload = shown
    media.alt = creative.headline
    media.onerror = () => host.remove()
    media.src = creative.asset_url
    return media
  }

  const show = ({ creative, token, click_url, sandbox }) => {
    const host = make('div', `display:block;max-width:${creative.width}px`)
    script.after(host)
    const link = make(
      'a',
      'all:initial;display:block;position:relative;cursor:pointer;font:14px/1.4 system-ui,sans-serif;color:inherit',
    )
    link.href = origin + click_url
    link.target = '_blank'
    link.rel = 'noopener sponsored'
    host.attachShadow({ mode: 'closed' }).append(link)
    link.append(mediaOf(creative, host, reporter(token)))
    if (creative.kind !== 'image') {
      link.append(make('b', 'display:block;margin:8px 0 2px', creative.headline))
      link.append(make('span', 'display:block', creative.body))
    }
    const corner =
      'position:absolute;top:0;right:0;padding:1px 6px;font-size:11px;background:#000a;color:#fff'
    link.append(make('span', corner, sandbox ? 'Ad · Sandbox' : 'Ad'))
  }

  fetch(`${base}decision?placement=${encodeURIComponent(script.dataset.placement)}&device=${device}`)
    .then((reply) => reply.json())
    .then((decision) => {
      script.dataset.fill = decision.fill ? 'yes' : decision.reason
      if (decision.fill) show(decision)
    })
    .catch(() => {})
}
