import { Asking } from './asking.ts'
import { Outbox } from './outbox.ts'
import { Slot, type Surroundings } from './slot.ts'

const PATH = '/delivery/v1/tag.js'
const LOOK_MS = 100

/** What a page calls: `adtally.load()`, `adtally.destroy()`. */
export class Tag {
  readonly origin: string
  #slots = new Map<HTMLElement, Slot>()
  #hosts = new WeakMap<Element, Slot>()
  #around: Surroundings
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `origin` is the program's, which the script came from. */
  constructor(origin: string) {
    this.origin = origin
    const outbox = new Outbox(`${origin}/delivery/v1/event`)
    const observer = (is_seen: boolean, options: IntersectionObserverInit) =>
      new IntersectionObserver((entries) => {
        for (const entry of entries) this.#hosts.get(entry.target)?.moved(entry, is_seen)
        this.#look()
      }, options)
    this.#around = {
      origin,
      asking: new Asking(`${origin}/delivery/v1/decisions`, () =>
        [...this.#slots.values()].map(({ token }) => token),
      ),
      near: observer(false, { rootMargin: '100%', threshold: [0, 0.01] }),
      seen: observer(true, { threshold: [0, 0.3, 0.5] }),
      report: (event) => outbox.add(event),
    }
    document.addEventListener('visibilitychange', () => this.#look())
  }

  /** Takes the slots below `root` that are new, and forgets those that are no longer on the page. */
  load(root: ParentNode = document): void {
    for (const [marker, slot] of this.#slots) if (!marker.isConnected) this.#end(marker, slot)
    for (const marker of root.querySelectorAll<HTMLElement>('[data-adtally],script[data-placement]')) {
      const is_ours = !(marker instanceof HTMLScriptElement) || marker.src.startsWith(this.origin + PATH)
      if (!is_ours || marker.dataset.fill !== undefined) continue
      const slot = new Slot(marker, this.#around)
      this.#slots.set(marker, slot)
      this.#hosts.set(slot.host, slot)
    }
  }

  /** Ends the slots within `element`, or all, and takes away what they drew. */
  destroy(element: Node = document): void {
    for (const [marker, slot] of this.#slots) if (element.contains(marker)) this.#end(marker, slot)
  }

  #end(marker: HTMLElement, slot: Slot): void {
    slot.end()
    this.#slots.delete(marker)
  }

  #look(): void {
    clearTimeout(this.#timer)
    const now_ms = performance.now()
    let again = false
    for (const slot of this.#slots.values()) again = slot.look(now_ms) || again
    if (again) this.#timer = setTimeout(() => this.#look(), LOOK_MS)
  }
}

declare global {
  interface Window {
    adtally?: Tag
  }
}

/** Starts the tag, once a page; the next line's script only looks for what is new. */
export function startTag(): void {
  const script = document.currentScript ?? document.querySelector(`script[src*="${PATH}"]`)
  // A browser that can't say what is visible counts nothing, so it is shown nothing.
  if (!(script instanceof HTMLScriptElement) || !script.checkVisibility) return
  const { origin } = new URL(script.src)
  const known = window.adtally
  const tag = known && known.origin === origin ? known : new Tag(origin)
  // An element of the page may have this id, and another program's tag this name.
  if (!known?.load) window.adtally = tag
  tag.load()
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => tag.load())
}
