import { STATISTICS_PERIODS } from '@adtally/contract/enums.ts'
import { recentlyUsed } from '../../lib/recently-used.ts'
import { tagOf } from './content-tag.ts'
import type { Notice } from './notice.ts'
import { addTo, type Reading, renderReading } from './reading.ts'
import { type Period, type Window, windowOf } from './rules.ts'

/** Reads one customer's figures for a window, as of one moment. Throws `range_before_account`. */
export type LoadReading = (customer_id: string, window: Window) => Promise<Reading>

/** A customer's statistics as JSON without the final `as_of`, which each poll adds, and their tag. */
export interface KeptAnswer {
  text: string
  etag: string
}

interface Answer {
  customer_id: string
  period: Period
  window: Window
  /** When a relative period moves to another window; never for a chosen range. */
  good_until_ms: number
  reading: Reading
  /** The reply without `as_of`; null after a change. */
  text: string | null
  etag: string
  used_at_ms: number
  loaded_at_ms: number
  /** Read again before the next use. */
  is_stale: boolean
}

/** Answers not used for this long are dropped; the app asks every second (SPEC §9). */
const IDLE_MS = 60_000
/** Older answers are read again, whatever the notices say. */
const AGE_MS_MAX = 300_000
const ANSWERS_MAX = 50_000

/**
 * Caches the answers of the statistics poll and updates them as the books change (PRODUCT §6). A poll reads the
 * database only for a customer who has not asked recently, a new period, or after changes other than events.
 */
export class StatisticsAnswers {
  readonly #load: LoadReading
  readonly #answers = recentlyUsed<string, Answer>(ANSWERS_MAX, ({ customer_id }, key) =>
    this.#forgetKey(customer_id, key),
  )
  readonly #by_customer = new Map<string, Set<string>>()
  readonly #loading = new Map<string, Promise<Answer>>()
  /** Notices that arrived while their customer was being read. */
  readonly #missed = new Map<string, Notice[]>()
  #is_listening = false
  #swept_at_ms = 0

  constructor(load: LoadReading) {
    this.#load = load
  }

  /** Starts caching, as notices arrive from now on. */
  startListening(): void {
    this.#is_listening = true
  }

  /** Marks everything stale, because notices may have been lost or the customers of a change are unknown. */
  forgetAll(): void {
    for (const answer of this.#answers.values()) answer.is_stale = true
    for (const notices of this.#missed.values()) notices.push({ customer_id: '', version: -1n, added: null })
  }

  /** Marks a customer's answers stale after a change other than events: a plan was placed, settled or ended. */
  forget(customer_id: string): void {
    for (const key of this.#by_customer.get(customer_id) ?? []) {
      const answer = this.#answers.peek(key)
      if (answer) answer.is_stale = true
    }
    this.#missed.get(customer_id)?.push({ customer_id, version: -1n, added: null })
  }

  /** Applies a batch of events to a customer's figures. */
  apply(notice: Notice): void {
    this.#missed.get(notice.customer_id)?.push(notice)
    for (const key of this.#by_customer.get(notice.customer_id) ?? []) {
      const answer = this.#answers.peek(key)
      if (answer) applyTo(answer, notice)
    }
  }

  /** The answer to a poll: at once if cached, else after reading. */
  answer(
    customer_id: string,
    period: Period,
    zone: string,
    now_ms: number,
  ): KeptAnswer | Promise<KeptAnswer> {
    const key = `${customer_id} ${Object.values(period).join(' ')} ${zone}`
    const kept = this.#answers.get(key)
    if (kept && isUsable(kept, now_ms)) return rendered(kept, now_ms)
    return this.#read(key, customer_id, period, zone, now_ms).then((answer) => rendered(answer, now_ms))
  }

  #read(key: string, customer_id: string, period: Period, zone: string, now_ms: number): Promise<Answer> {
    const under_way = this.#loading.get(key)
    if (under_way) return under_way
    const reading = this.#readAgain(key, customer_id, period, zone, now_ms).finally(() =>
      this.#loading.delete(key),
    )
    this.#loading.set(key, reading)
    return reading
  }

  async #readAgain(
    key: string,
    customer_id: string,
    period: Period,
    zone: string,
    now_ms: number,
  ): Promise<Answer> {
    const window = windowOf(period, zone, now_ms)
    const missed: Notice[] = this.#missed.get(customer_id) ?? []
    this.#missed.set(customer_id, missed)
    const from = missed.length
    try {
      const reading = await this.#load(customer_id, window)
      const answer: Answer = {
        customer_id,
        period,
        window,
        good_until_ms: period.type === STATISTICS_PERIODS.range ? Number.POSITIVE_INFINITY : window.until_ms,
        reading,
        text: null,
        etag: '',
        used_at_ms: now_ms,
        loaded_at_ms: now_ms,
        is_stale: false,
      }
      for (const notice of missed.slice(from)) applyTo(answer, notice)
      if (this.#is_listening) this.#keep(key, answer, now_ms)
      return answer
    } finally {
      const others = [...this.#loading.keys()].some(
        (other) => other !== key && other.startsWith(`${customer_id} `),
      )
      if (!others) this.#missed.delete(customer_id)
    }
  }

  #keep(key: string, answer: Answer, now_ms: number): void {
    this.#sweep(now_ms)
    this.#answers.set(key, answer)
    const keys = this.#by_customer.get(answer.customer_id) ?? new Set()
    keys.add(key)
    this.#by_customer.set(answer.customer_id, keys)
  }

  #sweep(now_ms: number): void {
    if (now_ms - this.#swept_at_ms < IDLE_MS) return
    this.#swept_at_ms = now_ms
    for (;;) {
      const { value: oldest } = this.#answers.rvalues().next()
      if (!oldest || now_ms - oldest.used_at_ms < IDLE_MS) return
      this.#answers.pop()
    }
  }

  #forgetKey(customer_id: string, key: string): void {
    const keys = this.#by_customer.get(customer_id)
    keys?.delete(key)
    if (keys?.size === 0) this.#by_customer.delete(customer_id)
  }
}

function isUsable(answer: Answer, now_ms: number): boolean {
  return !answer.is_stale && now_ms < answer.good_until_ms && now_ms - answer.loaded_at_ms < AGE_MS_MAX
}

/** Applies the next version; skipped versions, and conversions (they may end the learning phase), need a reading. */
function applyTo(answer: Answer, { version, added }: Notice): void {
  const { reading } = answer
  if (version >= 0n && version <= reading.version) return
  if (
    version !== reading.version + 1n ||
    added === null ||
    added.some(({ conversions }) => conversions !== 0n)
  ) {
    answer.is_stale = true
    return
  }
  addTo(reading, answer.window, version, added)
  answer.text = null
}

function rendered(answer: Answer, now_ms: number): KeptAnswer {
  if (answer.text === null) {
    answer.text = renderReading(answer.period.type, answer.reading)
    answer.etag = tagOf(answer.text)
  }
  answer.used_at_ms = now_ms
  return { text: answer.text, etag: answer.etag }
}
