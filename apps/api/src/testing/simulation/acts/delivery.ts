import { keepHouse, settleBooks, signPostback } from '../../../modules/delivery/index.ts'
import { promised } from '../finding.ts'
import { isLost } from '../kill.ts'
import type { Process } from '../process.ts'
import type { Random } from '../random.ts'
import type { Act, Scene } from '../scene.ts'
import type { World } from '../world.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

export interface Visit {
  process: Process
  device: string
  address: string
  /** Clicks what was never shown; found invalid afterwards. */
  is_false: boolean
  converts: boolean
}

/** Visitors come to publishers' pages, some of them false. All their events are booked. */
const deliver: Act = {
  name: 'delivery',
  weight: 30,
  async run({ world, random, fault }: Scene) {
    const process = world.process(random.below(2))
    await process.services.delivery.refresh()
    const address = `198.51.${random.below(256)}.${random.below(256)}`
    let shown = 0
    for (let visits = random.between(2, 14); visits > 0; visits -= 1) {
      const device = `device-${random.below(1_000_000)}-of-simulation`
      const visit = { process, device, address, is_false: random.chance(15), converts: random.chance(45) }
      if (await look(world, random.pick(world.market.placement_keys), visit)) shown += 1
    }
    await carry(world, random, process, fault === 'killed')
    return shown > 0 ? 'shown' : 'nothing to show'
  },
}

/** Books events, retrying when connections are cut; looks for invalid ones unless that worker is away. */
export async function carry(
  world: World,
  random: Random,
  process: Process,
  is_killed = false,
): Promise<void> {
  const { services } = process
  for (let time = 0; ; time += 1) {
    try {
      const work = settleBooks(services)
      if (is_killed && time < 2) await Promise.all([work.catch(() => {}), world.kill(random)])
      await work
      if (world.now.getTime() >= world.away_until_ms) await keepHouse(services)
      return
    } catch (error) {
      if (!isLost(error)) throw error
    }
  }
}

/** One visit to a page with a placement; returns whether something was shown. */
export async function look(world: World, key: string, visit: Visit): Promise<boolean> {
  const { process, device, address } = visit
  const headers = { origin: world.market.origins.get(key) ?? '', 'user-agent': PHONE }
  const asked = await process.request({
    url: `/delivery/v1/decision?placement=${key}&device=${device}`,
    headers,
    remoteAddress: address,
  })
  const decision = asked.json()
  if (!decision.fill) return false
  const beacon = (kind: string) =>
    process.request({
      method: 'POST',
      url: '/delivery/v1/event',
      headers: { ...headers, 'content-type': 'text/plain' },
      payload: JSON.stringify({ token: decision.token, kind }),
      remoteAddress: address,
    })
  if (!visit.is_false) {
    await beacon('impression')
    const again = (await beacon('impression')).json()
    promised(again.accepted === 0, 'an event counts once', () => JSON.stringify(again))
  }
  const click = await process.request({ url: decision.click_url, headers, remoteAddress: address })
  if (click.statusCode === 302 && visit.converts) await convert(world, visit, String(click.headers.location))
  return true
}

/** The advertiser reports a conversion twice; it pays once. */
async function convert(world: World, { process }: Visit, location: string): Promise<void> {
  const landing = new URL(location)
  const advertiser = world.market.advertisers.find(({ host }) => host === landing.host)
  if (!advertiser) throw new TypeError(`nobody advertises at ${landing.host}`)
  const click_id = landing.searchParams.get('click_id') ?? ''
  const postback = { click_id, goal: 'install', timestamp: process.services.clock.now_ms() }
  const signature = signPostback(advertiser.postback_secret, postback)
  const payload = { advertiser_id: advertiser.advertiser_id, ...postback, signature }
  const report = () => process.request({ method: 'POST', url: '/delivery/v1/conversion', payload })
  const [one, two] = [(await report()).json(), (await report()).json()]
  promised(two.accepted === false, 'a conversion counts once', () => JSON.stringify([one, two]))
}

export const DELIVERY_ACTS: readonly Act[] = [deliver]
