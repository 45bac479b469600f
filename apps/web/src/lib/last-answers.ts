import { onlineManager, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { language } from './language.ts'
import { readParsed } from './parse-stored.ts'
import { onSignOut, session, waiting_customer } from './session.ts'
import { writeStored } from './storage.ts'

const WRITE_EVERY_MS = 10_000
const SIZE_MAX = 1_000_000
/** Writing thousands of rows would hold the page up, and leave no room for other answers. */
const PAGES_KEPT = 3

/** Another build may expect other shapes; a chunk's address changes with its content. */
const BUILD = import.meta.url

const pagedData = z.object({ pages: z.array(z.unknown()), pageParams: z.array(z.unknown()) })

const stored = z.object({
  build: z.literal(BUILD),
  owner: z.string(),
  /** Answers carry texts in the language that they were asked for in. */
  language: z.string(),
  answers: z.array(z.object({ key: z.array(z.unknown()), data: z.unknown(), updated_at: z.number() })),
})

/** Of a long list its beginning, with the cursor that leads on from there; everything else whole. */
function withoutLaterPages(data: unknown): unknown {
  const long = z.safeParse(pagedData, data)
  if (!long.success || long.data.pages.length <= PAGES_KEPT) return data
  const { pages, pageParams } = long.data
  return { pages: pages.slice(0, PAGES_KEPT), pageParams: pageParams.slice(0, PAGES_KEPT) }
}

function owner(): string {
  return session.get()?.user?.customer_id ?? ''
}

function keep(client: QueryClient, language_since_ms: number): void {
  // A session that ended by itself leaves its answers to the page, not to the device.
  if (waiting_customer.get() !== null) return
  const answers = client
    .getQueryCache()
    .getAll()
    .filter(({ state, meta }) => state.status === 'success' && meta?.keep !== false)
    .filter(({ state }) => state.dataUpdatedAt > language_since_ms)
    .map(({ queryKey, state }) => ({
      key: queryKey,
      data: withoutLaterPages(state.data),
      updated_at: state.dataUpdatedAt,
    }))
  const text = JSON.stringify({ build: BUILD, owner: owner(), language: language.get(), answers })
  if (text.length <= SIZE_MAX) writeStored('last_answers', text)
}

/**
 * Keeps the last answers on the device, with their times, for reading offline (DESIGN); they belong to one
 * customer and go when that customer signs out, and to one language: in another all are read anew. Returns how to stop.
 */
export function keepLastAnswers(client: QueryClient): () => void {
  const kept = readParsed('last_answers', stored)
  const isReadable = kept?.owner === owner() && kept.language === language.get()
  for (const { key, data, updated_at } of isReadable ? kept.answers : []) {
    client.setQueryData(key, data, { updatedAt: updated_at })
  }
  // However young: whoever loads the page again wants to know what is so now.
  void client.invalidateQueries({ refetchType: 'none' })
  onSignOut(() => {
    writeStored('last_answers', null)
    client.clear()
  })
  let language_since_ms = 0
  const stopFollowing = language.subscribe(() => {
    language_since_ms = Date.now()
    // What no screen shows would be shown in the language before until it is read; without connection that is better than nothing.
    if (onlineManager.isOnline()) client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries()
  })
  const leave = () => keep(client, language_since_ms)
  const timer = setInterval(() => document.visibilityState === 'visible' && leave(), WRITE_EVERY_MS)
  window.addEventListener('pagehide', leave)
  return () => {
    stopFollowing()
    clearInterval(timer)
    window.removeEventListener('pagehide', leave)
  }
}
