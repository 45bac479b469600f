import type { Asking, Decision } from './asking.ts'
import { frameOf, make, mediaFor } from './drawing.ts'

/** Half of it for a second, of a film for two while it plays; a third of what is as large as 970 by 250 (MRC). */
const LARGE_PIXELS = 242_500
const SHARE = 0.5
const SHARE_OF_LARGE = 0.3
const VIEWABLE_MS = 1000
const FILM_VIEWABLE_MS = 2000
/** Left for an impression on its way. */
const SPARE_MS = 9000

declare global {
  interface Document {
    prerendering?: boolean
  }
}

/** What the slots of a page share. */
export interface Surroundings {
  origin: string
  asking: Asking
  /** Tells when a slot comes within a viewport of what is seen. */
  near: IntersectionObserver
  /** Tells the share of a slot that is seen. */
  seen: IntersectionObserver
  report(event: { token: string; kind: string }): void
}

/** A closed root can't be asked for again. */
const roots = new WeakMap<HTMLElement, ShadowRoot>()

/** One advertisement's place: asked for as it comes near, drawn, and watched until it was seen. */
export class Slot {
  readonly host: HTMLElement
  #marker: HTMLElement
  #placement: string
  #around: Surroundings
  #root: ShadowRoot
  #own_style: string
  #size: RegExpExecArray | null
  #state: 'new' | 'asked' | 'empty' | 'shown' | 'ended' = 'new'
  #media: HTMLImageElement | HTMLVideoElement | undefined
  #is_drawn = false
  #token = ''
  #counts_until_ms = 0
  #sent = new Set<string>()
  #is_near = false
  #share = 0
  #seen_since = 0

  /** `marker` is the page's script line, which the slot then follows, or its element. */
  constructor(marker: HTMLElement, around: Surroundings) {
    const { placement, adtally, size = '' } = marker.dataset
    this.#marker = marker
    this.#around = around
    this.#placement = adtally ?? placement ?? ''
    this.host = adtally === undefined ? make('div', '') : marker
    if (this.host !== marker) marker.after(this.host)
    const { host } = this
    this.#own_style = host.style.cssText
    this.#size = /^(\d+)x(\d+)$/.exec(size)
    if (this.#size) {
      const [, width, height] = this.#size
      host.style.cssText += `;position:relative;overflow:hidden;width:${width}px;max-width:100%;aspect-ratio:${width}/${height}`
    }
    this.#root = roots.get(host) ?? host.attachShadow({ mode: 'closed' })
    roots.set(host, this.#root)
    // The page's own content keeps its place, unseen, until it is known whether it is needed.
    this.#root.replaceChildren(make('slot', 'visibility:hidden'))
    marker.dataset.fill = ''
    around.near.observe(host)
  }

  /** Of what it shows; else empty. */
  get token(): string {
    return this.#media ? this.#token : ''
  }

  /** Takes what an observer says. */
  moved({ isIntersecting, intersectionRatio }: IntersectionObserverEntry, is_seen: boolean): void {
    const media = this.#media
    if (is_seen) {
      this.#share = intersectionRatio
      if (media && 'play' in media) {
        // It may not play, as on a phone that saves its battery; then it is not counted.
        if (intersectionRatio >= SHARE) media.play().catch(() => {})
        else media.pause()
      }
    } else {
      this.#is_near = isIntersecting && intersectionRatio > 0
      if (isIntersecting && this.#state === 'new') this.#ask()
    }
    this.#collapse()
  }

  /** Counts what has become so by `now_ms`; answers whether to look again soon. */
  look(now_ms: number): boolean {
    const media = this.#media
    if (!media || document.hidden || !this.#is_near) this.#seen_since = 0
    else {
      const { width, height } = this.host.getBoundingClientRect()
      const is_film = 'play' in media
      const is_shown = this.#is_drawn && this.#isVisible(width * height)
      // It may have waited too long behind another tab to count still.
      if (is_shown && now_ms > this.#counts_until_ms && !this.#sent.has('impression')) this.#ask()
      else if (is_shown) this.#send('impression')
      const share = !is_film && width * height >= LARGE_PIXELS ? SHARE_OF_LARGE : SHARE
      if (!is_shown || this.#share < share || (is_film && media.paused)) this.#seen_since = 0
      else this.#seen_since ||= now_ms
      if (this.#seen_since && now_ms - this.#seen_since >= (is_film ? FILM_VIEWABLE_MS : VIEWABLE_MS))
        this.#send('viewable')
      return !this.#sent.has('viewable')
    }
    return false
  }

  /** Ends it and takes away what it drew. */
  end(): void {
    const { host } = this
    this.#state = 'ended'
    this.#media = undefined
    this.#around.near.unobserve(host)
    this.#around.seen.unobserve(host)
    this.#root.replaceChildren(make('slot', ''))
    host.style.cssText = this.#own_style
    if (host !== this.#marker) host.remove()
    delete this.#marker.dataset.fill
  }

  #isVisible(area: number): boolean {
    return (
      area > 0 &&
      this.host.isConnected &&
      this.host.checkVisibility({
        contentVisibilityAuto: true,
        // By the names that every browser knows that has the function.
        checkOpacity: true,
        checkVisibilityCSS: true,
      })
    )
  }

  /** Whether it was ended, or taken off the page, while an answer was on its way. */
  #isGone(): boolean {
    if (this.#state !== 'ended' && !this.host.isConnected) this.end()
    return this.#state === 'ended'
  }

  async #ask(): Promise<void> {
    this.#state = 'asked'
    this.#media = undefined
    if (document.prerendering)
      await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve))
    const decision = await this.#around.asking.ask(this.#placement)
    if (this.#isGone()) return
    this.#marker.dataset.fill = decision?.fill ? 'yes' : (decision?.reason ?? 'unreachable')
    if (decision?.fill) await this.#show(decision).catch(() => this.#giveUp())
    else this.#giveUp()
  }

  /** Draws the advertisement; throws if its picture or film is broken. */
  async #show(decision: Decision): Promise<void> {
    const { creative, token, sandbox, impression_within_ms } = decision
    this.#counts_until_ms = performance.now() + impression_within_ms - SPARE_MS
    const { host } = this
    const media = mediaFor(creative)
    media.src = creative.asset_url
    if ('play' in media) this.#watchFilm(media)
    else await media.decode()
    if (this.#isGone()) return
    this.#token = token
    this.#media = media
    this.#is_drawn = !('play' in media)
    this.#state = 'shown'
    const href = this.#around.origin + decision.click_url
    const is_sized = this.#size !== null
    if (!is_sized) host.style.cssText += `;max-width:${creative.width}px`
    this.#root.replaceChildren(frameOf(media, creative, { href, sandbox, is_sized }))
    // Observed anew, because what was told before was told of an empty box.
    this.#is_near = false
    this.#around.near.unobserve(host)
    this.#around.near.observe(host)
    this.#around.seen.observe(host)
  }

  #watchFilm(film: HTMLVideoElement): void {
    film.preload = 'auto'
    film.onplaying = () => {
      this.#is_drawn = true
    }
    film.ontimeupdate = () => {
      for (const part of [25, 50, 75])
        if (film.currentTime * 100 >= film.duration * part) this.#send(`video_${part}`)
    }
    film.onended = () => this.#send('video_100')
    film.onerror = () => this.#giveUp()
  }

  /** Without an advertisement the page's own content is shown, or else the place collapses. */
  #giveUp(): void {
    if (this.#isGone()) return
    this.#state = 'empty'
    this.#media = undefined
    this.#root.replaceChildren(make('slot', ''))
    this.#around.seen.observe(this.host)
    this.#collapse()
  }

  /** Only below what is seen, where nothing that is read moves. */
  #collapse(): void {
    const { host } = this
    if (this.#state === 'empty' && !host.firstElementChild && host.getBoundingClientRect().top >= innerHeight)
      host.style.display = 'none'
  }

  #send(kind: string): void {
    if (this.#sent.has(kind) || !this.#media) return
    this.#sent.add(kind)
    this.#around.report({ token: this.#token, kind })
  }
}
