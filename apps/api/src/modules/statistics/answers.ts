import { STATISTICS_PERIODS } from '@adtally/contract/enums.ts'
import { recentlyUsed } from '../../lib/recently-used.ts'
import { tagOf } from './content-tag.ts'
import type { Notice } from './notice.ts'
import { addTo, type Reading, renderReading } from './reading.ts'
import { type Period, type Window, windowOf } from './rules.ts'

/** Reads one customer's figures for a window, all of one moment. Throws `range_before_account`. */
export type LoadReading = (customer_id: string, window: Window) => Promise<Reading>

/** A customer's statistics as JSON up to the moment that they are of, which each poll has anew, and their tag. */
export interface KeptAnswer {
  text: string
  etag: string
}

interface Answer {
  customer_id: string
  period: Period
  window: Window
  /** From then on another window is the period's; days that were chosen stay theirs. */
  good_until_ms: number
  reading: Reading
  /** The reply up to `as_of`; null after a change. */
  text: string | null
  etag: string
  used_at_ms: number
  loaded_at_ms: number
  /** To be read again before it is next used. */
  is_stale: boolean
}

/** An answer that nobody asked for in this time is dropped; the app asks each second (SPEC §9). */
const IDLE_MS = 60_000
/** So old an answer is read again, whatever the notices said. */
const AGE_MS_MAX = 300_000
const ANSWERS_MAX = 50_000

/**
 * The statistics poll's answers, kept and changed as the books change (PRODUCT §6): a poll renders at most, and reads
 * the database only for a customer not asked for lately, a new period, or after something but events changed.
 */
export class StatisticsAnswers {
  readonly #load: LoadReading
  readonly #answers = recentlyUsed<string, Answer>(ANSWERS_MAX, ({ customer_id }, key) =>
    this.#forgetKey(customer_id, key),
  )
  readonly #by_customer = new Map<string, Set<string>>()
  readonly #loading = new Map<string, Promise<Answer>>()
  /** Notices that came while their customer was being read. */
  readonly #missed = new Map<string, Notice[]>()
  #is_listening = false
  #swept_at_ms = 0

  constructor(load: LoadReading) {
    this.#load = load
  }

  /** From then on notices arrive; until then nothing is kept. */
  startListening(): void {
    this.#is_listening = true
  }

  /** Notices may have been lost, or something changed for unknown customers: everything is read again when asked. */
  forgetAll(): void {
    for (const answer of this.#answers.values()) answer.is_stale = true
    for (const notices of this.#missed.values()) notices.push({ customer_id: '', version: -1n, added: null })
  }

  /** Something but events changed for this customer: a plan was placed, settled or ended. */
  forget(customer_id: string): void {
    for (const key of this.#by_customer.get(customer_id) ?? []) {
      const answer = this.#answers.peek(key)
      if (answer) answer.is_stale = true
    }
    this.#missed.get(customer_id)?.push({ customer_id, version: -1n, added: null })
  }

  /** Events changed a customer's figures. */
  apply(notice: Notice): void {
    this.#missed.get(notice.customer_id)?.push(notice)
    for (const key of this.#by_customer.get(notice.customer_id) ?? []) {
      const answer = this.#answers.peek(key)
      if (answer) applyTo(answer, notice)
    }
  }

  /** The answer to a poll: at once where it is kept, else once it is read. */
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

/** Changes by the next version; a version left out, a conversion (it may end the learning phase) or doubt: read again. */
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
