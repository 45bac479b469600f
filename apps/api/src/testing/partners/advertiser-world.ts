import { Download } from '@adtally/contract/operator/statement/files.ts'
import { signPostback } from '../../modules/delivery/index.ts'
import { fileOf } from '../../modules/given-file.ts'
import type { Partner } from '../../modules/partner-verb.ts'
import type { Services } from '../../modules/services.ts'
import { saidByLogin } from '../said-by-login.ts'
import { atNoon } from '../servers/at-noon.ts'
import { type TestProgram, testProgram } from '../servers/test-program.ts'
import { testSettings } from '../servers/test-services.ts'
import { buildMarket, type Market } from '../worlds/build-market.ts'
import { PICTURE } from '../worlds/busy-customer.ts'
import { newPartner } from '../worlds/partner-world.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'

/** A market whose advertiser has an owner at work, and somebody of another advertiser. */
export interface AdvertiserWorld {
  p: TestProgram
  market: Market
  owner: Partner
  stranger: Partner
  /** What an act of an advertiser's people answers, as it travels; a file as it is. */
  act(
    partner: Partner,
    name: string,
    flags?: Record<string, unknown>,
    services?: Services,
  ): Promise<ReturnType<typeof JSON.parse>>
  /** A click's id; the advertisement is shown first, unless the click is to be found invalid. */
  clickId(options?: { is_shown?: boolean }): Promise<string>
  /** What a report is answered that is signed by this secret. */
  report(secret: string, click_id: string, goal: string): Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** Await it in `beforeAll`, and `close` it in `afterAll`; notices may go to this machine. */
export async function advertiserWorld(): Promise<AdvertiserWorld> {
  const p = await testProgram({ settings: testSettings({ NOTICE_RECEIVERS: 'this_machine' }) })
  await atNoon(p)
  const market = await buildMarket(p.services, p.modules)
  const { advertiser_id: party_id } = market
  let devices = 0
  return {
    p,
    market,
    owner: await newPartner(p, { side: 'advertiser', party_id, role: 'owner' }),
    stranger: await newPartner(p, { side: 'advertiser', role: 'owner' }),
    async act(partner, name, flags = {}, services = p.services) {
      const verbs = p.modules.flatMap(({ partner_verbs = [] }) => partner_verbs)
      const verb = verbs.find((one) => one.name === name && one.sides.includes('advertiser'))
      if (!verb) throw new Error(`advertisers have no act ${name}`)
      const answer = await verb.run(services, partner, flags)
      return answer instanceof Download ? answer : JSON.parse(JSON.stringify(answer))
    },
    async clickId({ is_shown = true } = {}) {
      devices += 1
      const fields = { placement: market.placement_key, device: `device-of-people-${devices}` }
      const url = `/delivery/v1/decision?${new URLSearchParams(fields)}`
      const headers = { origin: market.origin, 'user-agent': PHONE }
      const { token, click_url } = (await p.server.inject({ url, headers })).json()
      const payload = { token, kind: 'impression' }
      if (is_shown) await p.server.inject({ method: 'POST', url: '/delivery/v1/event', headers, payload })
      const click = await p.server.inject({ url: click_url, headers: { 'user-agent': PHONE } })
      return new URL(String(click.headers.location)).searchParams.get('click_id') ?? ''
    },
    async report(secret, click_id, goal) {
      const content = { click_id, goal, timestamp: p.services.clock.now_ms() }
      const payload = { advertiser_id: party_id, ...content, signature: signPostback(secret, content) }
      return (await p.server.inject({ method: 'POST', url: '/delivery/v1/conversion', payload })).json()
    },
    close: () => p.close(),
  }
}

/** A draft of a picture. */
export function pictureOf(product_id: string) {
  const file = fileOf('pixel.png', PICTURE)
  return { product_id, kind: 'image', headline: 'Meadow', body: 'Play again', file }
}

/** What there is of an advertiser that its people may change. */
export async function stateOf(p: TestProgram, advertiser_id: string): Promise<unknown> {
  return await p.db.asOwner(
    `select
      (select jsonb_agg(to_jsonb(c) order by c.creative_id) from marketplace.creatives c where advertiser_id = $1) as creatives,
      (select jsonb_agg(to_jsonb(s) order by s.secret_id) from marketplace.postback_secrets s where advertiser_id = $1) as secrets,
      (select jsonb_agg(to_jsonb(r)) from notices.receivers r where advertiser_id = $1) as receivers,
      (select jsonb_agg(to_jsonb(n) order by n.secret_id) from notices.secrets n where advertiser_id = $1) as notice_secrets,
      (select jsonb_agg(to_jsonb(m) order by m.message_id) from notices.messages m where advertiser_id = $1) as messages`,
    [advertiser_id],
  )
}

/** The tables with row-level security, or without it for now, of which the api's login sees a row in a party's scope. */
export async function seenOf(p: TestProgram, party_id: string): Promise<string[]> {
  const said = await saidByLogin(
    p.db.logins.api,
    `set local adtally.scope = 'partner'; set local adtally.party_id = '${party_id}';
    do $$
    declare
      name text;
      is_seen boolean;
      seen text[] := '{}';
    begin
      for name in
        select c.oid::regclass::text from pg_class c
        where c.relkind in ('r', 'p') and has_any_column_privilege(c.oid, 'select')
          and exists (select from pg_policy where polrelid = c.oid)
        order by 1
      loop
        execute format('select exists (select from %s)', name) into is_seen;
        if is_seen then seen := seen || name; end if;
      end loop;
      raise exception 'seen: %', array_to_string(seen, ' ');
    end $$`,
  )
  if (!said.startsWith('seen: ')) throw new Error(said)
  return said.slice('seen: '.length).split(' ').filter(Boolean)
}
