import { Worker } from 'node:worker_threads'
import { Refusal } from '../../../lib/refusal.ts'
import { Semaphore } from '../../../lib/semaphore.ts'
import type { FilmFacts, FilmFault } from './film-facts.ts'

/** A film of five megabytes takes some milliseconds; tables that claim billions of pictures take for ever. */
const TIME_MAX_MS = 10_000
const MEMORY_MAX_MB = 256

const semaphore = new Semaphore({ running_max: 1, waiting_max: 16 })

/**
 * A film's facts, read in a thread of their own, so that a file made to stop its reader stops nobody else. Throws
 * `not_a_film` where it can't be read as a film within bounds, `film_length_differs` where it says another length than it
 * has, `film_not_played` for codings that not every browser plays, `film_rate_too_high` above 8 Mbit/s,
 * `image_pixels_too_many` above 4K, `too_many_requests` where too many wait.
 */
export async function readFilm(content: Buffer): Promise<FilmFacts> {
  const facts = await semaphore.run(() => inThread(content))
  if (typeof facts === 'string') throw new Refusal(facts, { field: 'file' })
  return facts
}

function inThread(content: Buffer): Promise<FilmFacts | FilmFault> {
  const worker = new Worker(new URL('./read-film.worker.ts', import.meta.url), {
    workerData: new Uint8Array(content),
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
    // What the reader says of boxes that it can't read is nobody's.
    stdout: true,
    stderr: true,
  })
  const late = setTimeout(() => void worker.terminate(), TIME_MAX_MS)
  return new Promise<FilmFacts | FilmFault>((resolve) => {
    worker.once('message', resolve)
    // Out of memory, or tables that contradict each other.
    worker.once('error', () => resolve('not_a_film'))
    worker.once('exit', () => resolve('not_a_film'))
  }).finally(() => clearTimeout(late))
}
