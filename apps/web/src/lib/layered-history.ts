import { createStore } from '@adtally/client/store.ts'
import { UNSAFE_createHashHistory as createHashHistory } from 'react-router'
import * as z from 'zod/mini'

/** A sheet or dialog above a page. */
interface Layer {
  close(): void
  /** How many layers contain it; the deeper of two is above, whichever opened first. */
  depth: number
}

/** The router's index and key of a history entry, and the number of layers open there. */
const entry = z.object({
  idx: z.nullish(z.number()),
  key: z.optional(z.string()),
  layers: z.optional(z.number()),
})

/**
 * A move that has nowhere to go fires no event, so waiting ends after this time. It is long, because a busy phone is
 * slow, and a move repeated too early would happen twice.
 */
const MOVE_MAX_MS = 3000

/** The router's latest path; the previous page stays until the new one has loaded. */
export const path_ahead = createStore<string | null>(null)

const layers: Layer[] = []
const waiting: (() => void)[] = []
/** A history move in progress: among a page's layers, hidden from the router, or to a page. */
let moving: 'layer' | 'page' | null = null
let move_timer: ReturnType<typeof setTimeout> | undefined
/** How many layers the entries ahead are good for, left behind by going back. */
let ahead = 0
let page = ''
let is_due = false

function entryHere(): z.infer<typeof entry> {
  return z.safeParse(entry, window.history.state).data ?? {}
}

/** How many layer entries are between the page's own and the current one. */
function height(): number {
  return entryHere().layers ?? 0
}

function pageHere(): string {
  return `${entryHere().key} ${window.location.hash}`
}

/**
 * Whether this is the app's first page in the browser's history, so that one step back would leave it. The router
 * numbers the entries it makes; an address typed into a running app has no number, but has one before it.
 */
export function isFirstEntry(): boolean {
  const { idx } = entryHere()
  return idx == null ? window.history.length <= 1 : idx - height() === 0
}

/**
 * Gives an overlay its own history entry, so that the browser's and the device's back close it and nothing else.
 * Returns how to report it closed. Leaving the page closes its layers.
 */
export function openLayer(close: () => void, depth: number): () => void {
  const layer = { close, depth }
  const above = layers.findIndex((each) => each.depth > depth)
  layers.splice(above < 0 ? layers.length : above, 0, layer)
  bringInLine()
  return () => {
    const index = layers.indexOf(layer)
    if (index >= 0) layers.splice(index, 1)
    bringInLine()
  }
}

/** Goes back so many pages, closing the layers of this one; calls `then` there, once the router knows. */
export function goBack(pages: number, then?: () => void): void {
  whenStill(() => {
    const places = pages + height()
    closeAll()
    if (then) window.addEventListener('popstate', then, { once: true })
    move('page', -places)
  })
}

/** The router's hash history (SPEC §2) with support for layers: navigation replaces their entries. */
export function createLayeredHistory() {
  const history = createHashHistory({ v5Compat: true })
  page = pageHere()
  path_ahead.set(null)
  // After a reload with a sheet open, no sheet is left.
  bringInLine()
  const push: typeof history.push = (to, state) =>
    whenStill(() => {
      const is_over = height() > 0
      closeAll()
      if (is_over) history.replace(to, state)
      else history.push(to, state)
      page = pageHere()
      ahead = 0
    })
  const replace: typeof history.replace = (to, state) =>
    whenStill(() => {
      const own = () => {
        history.replace(to, state)
        page = pageHere()
        ahead = 0
      }
      if (height() === 0) return own()
      // A link to the current page makes the router replace the address, which closes the layers.
      if (
        history.createHref(to) === window.location.hash &&
        (state ?? null) === (window.history.state?.usr ?? null)
      )
        return closeAll()
      waiting.push(own)
      move('layer', -height())
    })
  const go: typeof history.go = (delta) => {
    if (delta < 0) goBack(-delta)
    else whenStill(() => history.go(delta))
  }
  const listen: typeof history.listen = (listener) =>
    history.listen((update) => {
      path_ahead.set(update.location.pathname)
      listener(update)
    })
  return Object.assign(Object.create(history), { push, replace, go, listen }) as typeof history
}

/** Resolves when no move is in progress or due. */
export async function stillHistory(): Promise<void> {
  await Promise.resolve()
  while (moving !== null || is_due) await new Promise((resolve) => setTimeout(resolve))
}

function whenStill(work: () => void): void {
  if (moving === null) work()
  else waiting.push(work)
}

function move(kind: 'layer' | 'page', places: number): void {
  moving = kind
  move_timer = setTimeout(goOn, MOVE_MAX_MS)
  window.history.go(places)
}

/** After a move: runs what waited for it, until that starts a move itself. */
function goOn(): void {
  clearTimeout(move_timer)
  moving = null
  while (moving === null) {
    const work = waiting.shift()
    if (!work) {
      bringInLine()
      return
    }
    work()
  }
}

/** Closes the layers of a page that is being left; one that stays open has no entry on the next page. */
function closeAll(): void {
  for (const layer of layers.splice(0).reverse()) layer.close()
}

/** Makes the number of layer entries match the open layers, after all current changes. */
function bringInLine(): void {
  if (is_due) return
  is_due = true
  queueMicrotask(() => {
    is_due = false
    align()
  })
}

function align(): void {
  if (moving !== null) return
  const missing = layers.length - height()
  if (missing < 0 || (missing > 0 && ahead >= layers.length)) {
    move('layer', missing)
    return
  }
  for (let count = 0; count < missing; count += 1) {
    const { idx = null } = entryHere()
    // A typed address has no number, and the entry pushed after it counts as the first.
    const state = { ...window.history.state, layers: height() + 1, idx: idx === null ? null : idx + 1 }
    window.history.pushState(state, '')
  }
  ahead = 0
}

window.addEventListener('popstate', handleMove, { capture: true })

function handleMove(event: PopStateEvent): void {
  const own = moving
  if (own === 'layer') {
    event.stopImmediatePropagation()
    goOn()
    return
  }
  if (own === null && pageHere() === page) {
    event.stopImmediatePropagation()
    const here = height()
    ahead = Math.max(ahead, layers.length)
    for (const layer of layers.slice(here).reverse()) layer.close()
    // A layer that stays open because it is busy gets its entry back.
    setTimeout(align)
    return
  }
  page = pageHere()
  ahead = 0
  if (own === null) closeAll()
  // After the router has handled the event.
  setTimeout(goOn)
}
