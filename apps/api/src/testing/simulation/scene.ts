import type { Call, RequestOf } from '@adtally/contract/call.ts'
import { newId } from '../../database/identifiers.ts'
import { promised } from './finding.ts'
import type { Answer } from './process.ts'
import type { Random } from './random.ts'
import type { Person, World } from './world.ts'

/** What goes wrong during a step (issue: "Bad input and faults"). */
export const FAULTS = ['none', 'twice', 'changed', 'devices', 'killed'] as const
export type Fault = (typeof FAULTS)[number]

/** The step at hand: who acts, and what goes wrong. */
export interface Scene {
  world: World
  random: Random
  person: Person
  fault: Fault
}

/** Something that can happen; returns the outcome as one word for the counts. */
export interface Act {
  name: string
  /** Its relative frequency. */
  weight: number
  run(scene: Scene): Promise<string>
}

const TRIES_MAX = 20

/**
 * Makes a request that moves money, under the step's fault, with its own request id. `change`: the same request with
 * other content, which must be refused once the first was taken. Returns the final answer.
 */
export async function ask<C extends Call, Input extends RequestOf<C> & { request_id: string }>(
  scene: Scene,
  call: C,
  input: Omit<Input, 'request_id'>,
  change?: Partial<Input>,
): Promise<Answer<C>> {
  const { world, person, random, fault } = scene
  const request: RequestOf<C> = Object.assign(Object.create(Object.prototype), input, { request_id: newId() })
  const device = random.below(2)
  const once = (of = device, asked: RequestOf<C> = request) => world.call(person, call, asked, of)
  if (fault === 'killed') return await askUnderKills(scene, () => once())
  if (fault === 'devices') {
    const other: RequestOf<C> = Object.assign(Object.create(Object.prototype), request, {
      request_id: newId(),
    })
    const [one, two] = await Promise.all([once(0), once(1, other)])
    for (const answer of [one, two]) expectAnswer(call, answer)
    return one.code === 200 ? one : two
  }
  if (fault === 'twice') {
    const [one, two] = await Promise.all([once(0), once(1)])
    const three = await once()
    for (const again of [one, two, three]) expectAnswer(call, again)
    expectSame(call, one, two)
    expectSame(call, one, three)
    return one
  }
  const answer = await once()
  expectAnswer(call, answer)
  if (fault === 'changed' && answer.code === 200 && change) {
    const changed: RequestOf<C> = Object.assign(Object.create(Object.prototype), request, change)
    const { reason } = await once(device + 1, changed)
    promised(reason === 'request_id_reused', 'another content under one request id is refused', () => {
      return `${call.name} answered ${reason || 'success'}`
    })
  }
  return answer
}

/** Repeats the request until an answer arrives, while connections are cut. */
async function askUnderKills<C extends Call>(
  { world, random }: Scene,
  once: () => Promise<Answer<C>>,
): Promise<Answer<C>> {
  for (let time = 0; time < TRIES_MAX; time += 1) {
    const asked = once().catch((): null => null)
    for (let turn = random.below(12); turn > 0; turn -= 1) await new Promise(setImmediate)
    if (time < 2) await world.kill(random)
    const answer = await asked
    if (answer && !answer.lost) return answer
  }
  throw new RangeError('no answer came after the connections were left alone')
}

function expectAnswer<C extends Call>(call: C, { lost, code, data }: Answer<C>): void {
  promised(!lost, 'every request is answered', () => `${call.name}: ${code} ${JSON.stringify(data)}`)
}

function expectSame<C extends Call>(call: C, one: Answer<C>, two: Answer<C>): void {
  const said = [one, two].map((answer) => (answer.code === 200 ? idOf(answer.data) : answer.reason))
  promised(
    said[0] === said[1],
    'the same request again answers the same',
    () => `${call.name}: ${said.join(' / ')}`,
  )
}

/** The id of what a reply is about. */
function idOf(data: unknown): string {
  const names = ['plan_id', 'withdrawal_id', 'coupon_id', 'order_id', 'relation_id', 'hold_id', 'grant_id']
  const found = names.find((name) => typeof Object(data)[name] === 'string')
  return found === undefined ? 'done' : String(Object(data)[found])
}
