import type { Claim } from './truth.ts'

/** What became of an event in the program. */
export interface JudgedEvent {
  decision_id: string
  kind: string
  /** The rule that found it invalid; null where it counts. */
  rule: string | null
}

/** How the filter did with one kind of visitors, in events that these wanted to count. */
export interface ActorScore {
  actor: string
  claimed: number
  /** Not counted, by what found them: a rule, a reason for showing nothing, or `refused`. */
  filtered: number
  by: Record<string, number>
  /** Under way, or of a plan that had ended: nobody's fault. */
  left_out: number
}

export interface Score {
  actors: ActorScore[]
  /** Of what was no person's, the part that does not count; null where nobody claimed. */
  recall: number | null
  /** Of what does not count, the part that was no person's. */
  precision: number | null
  /** Of what people claimed, the part that does not count. */
  people_lost: number | null
}

/** Judges nobody: the plan had ended and returned its money. */
const NOBODYS_FAULT = 'not_billable'

/** How well the filter told people from others, by what became of each claim. */
export function scoreOf(claims: readonly Claim[], judged: readonly JudgedEvent[]): Score {
  const rules = new Map(judged.map(({ decision_id, kind, rule }) => [`${decision_id} ${kind}`, rule]))
  const foundBy = (claim: Claim) => findingOf(claim, rules)
  const by_actor = new Map<string, ActorScore>()
  for (const claim of claims) {
    const score = by_actor.get(claim.actor) ?? nothingOf(claim.actor)
    by_actor.set(claim.actor, score)
    add(score, foundBy(claim))
  }
  const actors = [...by_actor.values()].toSorted((one, other) => other.claimed - one.claimed)
  const people = sumOf(actors.filter(({ actor }) => actor === 'person'))
  const others = sumOf(actors.filter(({ actor }) => actor !== 'person'))
  return {
    actors,
    recall: shareOf(others.filtered, others.claimed),
    precision: shareOf(others.filtered, others.filtered + people.filtered),
    people_lost: shareOf(people.filtered, people.claimed),
  }
}

/** A part of a whole; null of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** What kept a claim from counting; null where it counts, undefined where that is not known yet. */
function findingOf(
  { decision_id, kind, reason, is_taken }: Claim,
  rules: ReadonlyMap<string, string | null>,
): string | null | undefined {
  if (decision_id === null) return reason
  if (!is_taken) return 'refused'
  const rule = rules.get(`${decision_id} ${kind}`)
  // Whoever sends a landing page's form is not told whether its conversion was taken.
  const is_of_known_click = kind === 'conversion' && rules.has(`${decision_id} click`)
  return rule === undefined && is_of_known_click ? 'refused' : rule
}

function add(score: ActorScore, found: string | null | undefined): void {
  if (found === undefined || found === NOBODYS_FAULT) {
    score.left_out += 1
    return
  }
  score.claimed += 1
  if (found === null) return
  score.filtered += 1
  score.by[found] = (score.by[found] ?? 0) + 1
}

function nothingOf(actor: string): ActorScore {
  return { actor, claimed: 0, filtered: 0, by: {}, left_out: 0 }
}

function sumOf(actors: readonly ActorScore[]): { claimed: number; filtered: number } {
  return {
    claimed: actors.reduce((sum, { claimed }) => sum + claimed, 0),
    filtered: actors.reduce((sum, { filtered }) => sum + filtered, 0),
  }
}
