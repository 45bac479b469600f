import { UNSAFE_createHashHistory as createHashHistory } from 'react-router'
import * as z from 'zod/mini'
import { createStore } from './device/store.ts'

/** What lies over a page: a sheet or a dialog. */
interface Layer {
  close(): void
  /** How many layers it lies in: what lies in another is above it, whichever is told first. */
  depth: number
}

/** The router's number of an entry and its key, and how many layers lie over the page there. */
const entry = z.object({
  idx: z.nullish(z.number()),
  key: z.optional(z.string()),
  layers: z.optional(z.number()),
})

/**
 * A move that has nowhere to go tells nobody: after this time nothing waits for it any more. On a phone that is busy one
 * that goes takes its time, and asked for again too early it would go twice.
 */
const MOVE_MAX_MS = 3000

/** The path that the router was told of last: until its page is there the one before it stays. */
export const path_ahead = createStore<string | null>(null)

const layers: Layer[] = []
const waiting: (() => void)[] = []
/** A move through the history that is under way: among a page's layers, which the router is not told of, or to a page. */
let moving: 'layer' | 'page' | null = null
let move_timer: ReturnType<typeof setTimeout> | undefined
/** How many layers the entries that lie ahead are good for: those that back has just come from. */
let ahead = 0
let page = ''
let is_due = false

function entryHere(): z.infer<typeof entry> {
  return z.safeParse(entry, window.history.state).data ?? {}
}

/** How many entries of layers the browser stands above the page's own. */
function height(): number {
  return entryHere().layers ?? 0
}

function pageHere(): string {
  return `${entryHere().key} ${window.location.hash}`
}

/**
 * Whether this is the app's first page in the browser's history, so that one step back would leave it. The router
 * numbers the entries it makes; an address typed into a running app has no number, and something before it.
 */
export function isFirstEntry(): boolean {
  const { idx } = entryHere()
  return idx == null ? window.history.length <= 1 : idx - height() === 0
}

/**
 * Gives what lies over the page an entry of the history, so that the browser's and the device's back close it and nothing
 * else. Answers how to say that it is closed. A page that is left closes what lay over it.
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

/** Goes so many pages back, whatever lies over this one; does `then` there, once the router knows. */
export function goBack(pages: number, then?: () => void): void {
  whenStill(() => {
    const places = pages + height()
    closeAll()
    if (then) window.addEventListener('popstate', then, { once: true })
    move('page', -places)
  })
}

/** The router's history of hash addresses (SPEC §2), which knows of layers: a way on takes their place. */
export function createLayeredHistory() {
  const history = createHashHistory({ v5Compat: true })
  page = pageHere()
  path_ahead.set(null)
  // Loaded anew with a sheet open, the page has none any more.
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
      // The router replaces an address by itself: a way to where one is closes what lies over it.
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

/** Done when no move is under way and none is due. */
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

/** After a move: what waited for it, as far as that moves nowhere itself. */
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

/** Closes what lies over a page that is being left; what does not close is no affair of the next page's history. */
function closeAll(): void {
  for (const layer of layers.splice(0).reverse()) layer.close()
}

/** Has as many entries above the page's as layers are open, once all that changes now has changed. */
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
    // An address that was typed has no number, and what is pushed onto it counts as the first after it.
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
    // A layer that stays, because what it has begun is under way, gets its entry back.
    setTimeout(align)
    return
  }
  page = pageHere()
  ahead = 0
  if (own === null) closeAll()
  // The router hears of it first.
  setTimeout(goOn)
}
