import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { readParsed } from '../device/parse-stored.ts'
import { readStored, writeStored } from '../device/storage.ts'
import { language } from '../language.ts'
import { onSignOut, session } from './session.ts'

const WRITE_EVERY_MS = 10_000
/** Limits what lies readable on the device. */
const LENGTH_MAX = 16_000

/** The readings of first renders, by call name; of lists, only the unfiltered ones. */
export const FIRST_PICTURE = [
  'property',
  'transactionFlowList',
  'statisticsList',
  'productList',
  'unreadCount',
]
/** How many rows of a list the first screen shows. */
const ROWS_KEPT = 10

/** Another build may expect other shapes; a chunk's address changes with its content. */
const BUILD = import.meta.url

const pagedData = z.object({
  pages: z.array(z.looseObject({ items: z.array(z.unknown()) })),
  pageParams: z.array(z.unknown()),
})

const stored = z.object({
  build: z.literal(BUILD),
  owner: z.string(),
  /** Answers have texts in the language they were requested in. */
  language: z.string(),
  answers: z.array(z.object({ key: z.array(z.unknown()), data: z.unknown(), updated_at: z.number() })),
})

/** Keeps only the first rows of a list, as if there were no more: the rest is refetched. Other data stays whole. */
function withoutLaterRows(data: unknown): unknown {
  const list = z.safeParse(pagedData, data)
  const [page] = list.data?.pages ?? []
  if (!page) return data
  const { pageParams } = list.data ?? { pageParams: [] }
  const cut = { ...page, items: page.items.slice(0, ROWS_KEPT), next_cursor: null }
  return { pages: [cut], pageParams: pageParams.slice(0, 1) }
}

function isOfFirstPicture({ queryKey, state }: Query): boolean {
  const [name, input] = queryKey
  const is_list = z.safeParse(pagedData, state.data).success
  return FIRST_PICTURE.some((one) => one === name) && !(is_list && JSON.stringify(input) !== '{}')
}

function owner(): string {
  return session.get()?.user?.customer_id ?? ''
}

function keep(client: QueryClient, language_since_ms: number): void {
  const current = session.get()
  // Only with a current session: this page may have missed a sign-out in another tab while it was frozen.
  if (!current?.user || readStored('fb_token') !== current.token) return
  const answers = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.status === 'success' && isOfFirstPicture(query))
    .filter(({ state }) => state.dataUpdatedAt > language_since_ms)
    .map(({ queryKey, state }) => ({
      key: queryKey,
      data: withoutLaterRows(state.data),
      updated_at: state.dataUpdatedAt,
    }))
  const text = JSON.stringify({ build: BUILD, owner: owner(), language: language.get(), answers })
  if (text.length <= LENGTH_MAX) writeStored('last_answers', text)
}

/**
 * Stores the last answers of first renders on the device, with their times, for reading offline (DESIGN). They belong
 * to one customer, whose sign-out deletes them, and one language: another refetches all. Returns how to stop.
 */
export function keepLastAnswers(client: QueryClient): () => void {
  const kept = readParsed('last_answers', stored)
  const isReadable = kept?.owner === owner() && kept.language === language.get()
  for (const { key, data, updated_at } of isReadable ? kept.answers : []) {
    client.setQueryData(key, data, { updatedAt: updated_at })
  }
  // Stale however young: after a reload the customer wants current figures.
  void client.invalidateQueries({ refetchType: 'none' })
  onSignOut(() => {
    writeStored('last_answers', null)
    client.clear()
  })
  let language_since_ms = 0
  const stopFollowing = language.subscribe(() => {
    language_since_ms = Date.now()
    // Answers that no screen shows would later appear in the old language; offline that is better than nothing.
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
