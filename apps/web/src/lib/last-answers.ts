import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { readParsed } from './parse-stored.ts'
import { onSignOut, session } from './session.ts'
import { writeStored } from './storage.ts'

const WRITE_EVERY_MS = 10_000
const SIZE_MAX = 1_000_000

const stored = z.object({
  owner: z.string(),
  state: z.custom<DehydratedState>((value) => typeof value === 'object'),
})

function owner(): string {
  return session.get()?.user?.customer_id ?? ''
}

function keep(client: QueryClient): void {
  const state = dehydrate(client, {
    shouldDehydrateQuery: (query) => query.state.status === 'success' && query.meta?.keep !== false,
    shouldDehydrateMutation: () => false,
  })
  const text = JSON.stringify({ owner: owner(), state })
  if (text.length <= SIZE_MAX) writeStored('last_answers', text)
}

/**
 * Keeps the last answers on the device, with their times, for reading offline (DESIGN); they belong to one
 * customer and go when that customer signs out. Returns how to stop.
 */
export function keepLastAnswers(client: QueryClient): () => void {
  const kept = readParsed('last_answers', stored)
  if (kept && kept.owner === owner()) hydrate(client, kept.state)
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
