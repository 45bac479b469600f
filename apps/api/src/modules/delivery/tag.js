;(() => {
  const script = document.currentScript
  if (!script) return
  const origin = new URL(script.src).origin
  const base = `${origin}/delivery/v1/`
  const placement = script.dataset.placement
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

  const show = ({ creative, token, click_url, sandbox }) => {
    const sent = {}
    const send = (kind) => {
      if (sent[kind]) return
      sent[kind] = 1
      const body = JSON.stringify({ token, kind })
      if (!navigator.sendBeacon?.(`${base}event`, body))
        fetch(`${base}event`, { method: 'POST', body, keepalive: true })
    }
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

    const is_video = creative.kind === 'video'
    const media = make(
      is_video ? 'video' : 'img',
      `display:block;width:100%;aspect-ratio:${creative.width}/${creative.height};object-fit:cover`,
    )
    if (is_video) {
      media.muted = media.autoplay = media.playsInline = true
      media.ontimeupdate = () => {
        for (const part of [25, 50, 75])
          if (media.currentTime * 100 >= media.duration * part) send(`video_${part}`)
      }
      media.onended = () => send('video_100')
    }
    media.alt = creative.headline
    media[is_video ? 'onplaying' : 'onload'] = () => {
      send('impression')
      watch()
    }
    media.onerror = () => host.remove()
    media.src = creative.asset_url
    link.append(media)
    if (creative.kind !== 'image') {
      link.append(
        make('b', 'display:block;margin:8px 0 2px', creative.headline),
        make('span', 'display:block', creative.body),
      )
    }
    link.append(
      make(
        'span',
        'position:absolute;top:0;right:0;padding:1px 6px;font-size:11px;background:#000a;color:#fff',
        sandbox ? 'Ad · Sandbox' : 'Ad',
      ),
    )

    let timer
    const watch = () =>
      new IntersectionObserver(
        ([entry], observer) => {
          clearTimeout(timer)
          if (entry.intersectionRatio < 0.5) return
          const look = () => {
            if (document.visibilityState !== 'visible' || (is_video && media.paused)) {
              timer = setTimeout(look, 1000)
              return
            }
            send('viewable')
            observer.disconnect()
          }
          timer = setTimeout(look, is_video ? 2000 : 1000)
        },
        { threshold: [0, 0.5] },
      ).observe(host)
  }

  fetch(`${base}decision?placement=${encodeURIComponent(placement)}&device=${device}`)
    .then((reply) => reply.json())
    .then((decision) => {
      script.dataset.fill = decision.fill ? 'yes' : decision.reason
      if (decision.fill) show(decision)
    })
    .catch(() => {})
})()
