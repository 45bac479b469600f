/** An advertisement, as a decision answers it. */
export interface Creative {
  kind: 'image' | 'native' | 'video'
  headline: string
  body: string
  asset_url: string
  width: number
  height: number
}

const LINK =
  'all:initial;display:flex;flex-direction:column;cursor:pointer;font:14px/1.4 system-ui,sans-serif;color:inherit;'
const CORNER = 'position:absolute;top:0;right:0;padding:1px 6px;font-size:11px;background:#000a;color:#fff'

/** An element of the tag's own; styles are set by CSSOM, which a strict content policy allows. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  style: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.style.cssText = style
  element.textContent = text
  return element
}

/** A creative's picture or film, not yet loaded by its `asset_url`. */
export function mediaFor(creative: Creative): HTMLImageElement | HTMLVideoElement {
  const style = `display:block;width:100%;min-height:0;flex:auto;object-fit:cover;aspect-ratio:${creative.width}/${creative.height}`
  const media = make(creative.kind === 'video' ? 'video' : 'img', style)
  // A page under COEP shows no other.
  media.crossOrigin = 'anonymous'
  if ('play' in media) media.muted = media.playsInline = true
  else media.alt = creative.headline
  return media
}

/** The advertisement around its media; `is_sized`: it fills the box that the page reserved. */
export function frameOf(
  media: HTMLElement,
  creative: Creative,
  options: { href: string; sandbox: boolean; is_sized: boolean },
): HTMLElement {
  const link = make('a', LINK + (options.is_sized ? 'position:absolute;inset:0' : 'position:relative'))
  link.href = options.href
  link.target = '_blank'
  link.rel = 'noopener sponsored'
  link.append(media)
  if (creative.kind !== 'image') {
    link.append(make('b', 'margin:8px 0 2px', creative.headline), make('span', '', creative.body))
  }
  link.append(make('span', CORNER, options.sandbox ? 'Ad · Sandbox' : 'Ad'))
  return link
}
