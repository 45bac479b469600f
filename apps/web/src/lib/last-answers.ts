import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { readParsed } from './parse-stored.ts'
import { onSignOut, session, waiting_customer } from './session.ts'
import { writeStored } from './storage.ts'

const WRITE_EVERY_MS = 10_000
const SIZE_MAX = 1_000_000

/** Another build may expect other shapes; a chunk's address changes with its content. */
const BUILD = import.meta.url

const stored = z.object({
  build: z.literal(BUILD),
  owner: z.string(),
  answers: z.array(z.object({ key: z.array(z.unknown()), data: z.unknown(), updated_at: z.number() })),
})

function owner(): string {
  return session.get()?.user?.customer_id ?? ''
}

function keep(client: QueryClient): void {
  // A session that ended by itself leaves its answers to the page, not to the device.
  if (waiting_customer.get() !== null) return
  const answers = client
    .getQueryCache()
    .getAll()
    .filter(({ state, meta }) => state.status === 'success' && meta?.keep !== false)
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, updated_at: state.dataUpdatedAt }))
  const text = JSON.stringify({ build: BUILD, owner: owner(), answers })
  if (text.length <= SIZE_MAX) writeStored('last_answers', text)
}

/**
 * Keeps the last answers on the device, with their times, for reading offline (DESIGN); they belong to one
 * customer and go when that customer signs out. Returns how to stop.
 */
export function keepLastAnswers(client: QueryClient): () => void {
  const kept = readParsed('last_answers', stored)
  for (const { key, data, updated_at } of kept?.owner === owner() ? kept.answers : []) {
    client.setQueryData(key, data, { updatedAt: updated_at })
  }
  // However young: whoever loads the page again wants to know what is so now.
  void client.invalidateQueries({ refetchType: 'none' })
  onSignOut(() => {
    writeStored('last_answers', null)
    client.clear()
  })
  const timer = setInterval(() => document.visibilityState === 'visible' && keep(client), WRITE_EVERY_MS)
  const leave = () => keep(client)
  window.addEventListener('pagehide', leave)
  return () => {
    clearInterval(timer)
    window.removeEventListener('pagehide', leave)
  }
}
